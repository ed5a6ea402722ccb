// French adverbs, names, prepositions, days, formulas; and the citation form of every concept.
#include "phrasebook/french_lexicon.h"

namespace calque::phrasebook::fr {
namespace {

using enum Concept;

struct WordRow {
  Concept id;
  std::string_view form;  // several words are separated by spaces; a word that ends in ' joins the next one
};

constexpr WordRow kAdverbs[] = {
    {kToday, "aujourd'hui"},
    {kTomorrow, "demain"},
    {kYesterday, "hier"},
    {kNow, "maintenant"},
    {kTonight, "ce soir"},
    {kSoon, "bientôt"},
    {kLastWeek, "la semaine dernière"},
    {kNextWeek, "la semaine prochaine"},
    {kLastYear, "l' année dernière"},
    {kInTheMorning, "le matin"},
    {kInTheEvening, "le soir"},
    {kAtNight, "la nuit"},
    {kEveryDay, "tous les jours"},
    {kOften, "souvent"},
    {kAlways, "toujours"},
    {kSometimes, "parfois"},
    {kUsually, "généralement"},
    {kRarely, "rarement"},
    {kNever, "jamais"},
    {kAlready, "déjà"},
    {kJustNow, "venir de"},
    {kQuickly, "rapidement"},
    {kSlowly, "lentement"},
    {kWell, "bien"},
    {kTogether, "ensemble"},
    {kAlone, "seul"},
    {kCarefully, "prudemment"},
    {kQuietly, "doucement"},
    {kHere, "ici"},
    {kThere, "là-bas"},
    {kOutside, "dehors"},
    {kAtHome, "à la maison"},
    {kEverywhere, "partout"},
    {kToHome, "à la maison"},
    {kLeft, "à gauche"},
    {kRightSide, "à droite"},
    {kStraightOn, "tout droit"},
    {kVery, "très"},
    {kToo, "trop"},
    {kQuite, "assez"},
};

constexpr WordRow kNames[] = {
    {kAnna, "Anna"},       {kPeter, "Peter"},     {kMaria, "Maria"},       {kThomas, "Thomas"},
    {kJulia, "Julia"},     {kPaul, "Paul"},       {kEmma, "Emma"},         {kMartin, "Martin"},
    {kYuki, "Yuki"},       {kKen, "Ken"},         {kSophie, "Sophie"},     {kDaniel, "Daniel"},
    {kSchmidt, "Schmidt"}, {kTanaka, "Tanaka"},   {kMartinez, "Martinez"}, {kMiller, "Miller"},
    {kDubois, "Dubois"},   {kMister, "monsieur"}, {kMissis, "madame"},     {kBerlin, "Berlin"},
    {kParis, "Paris"},     {kLondon, "Londres"},  {kTokyo, "Tokyo"},       {kVienna, "Vienne"},
    {kMunich, "Munich"},   {kRome, "Rome"},       {kKyoto, "Kyoto"},
};

constexpr WordRow kPronouns[] = {
    {kI, "je"},
    {kYou, "tu"},
    {kHe, "il"},
    {kShe, "elle"},
    {kIt, "il"},
    {kWe, "nous"},
    {kThey, "ils"},
    {kSomebody, "quelqu'un"},
    {kEverybody, "tout le monde"},
    {kNobody, "personne"},
    {kSomething, "quelque chose"},
    {kNothing, "rien"},
    {kEverything, "tout"},
    {kWho, "qui"},
    {kWhat, "que"},
    {kWhere, "où"},
    {kWhereTo, "où"},
    {kWhen, "quand"},
    {kWhy, "pourquoi"},
    {kHow, "comment"},
    {kHowMuch, "combien"},
    {kHowMany, "combien"},
    {kWhich, "quel"},
};

// Prepositions end in à or de where these contract with the article.
constexpr WordRow kRelations[] = {
    {kIn, "dans"},
    {kOn, "sur"},
    {kAt, "à"},
    {kUnder, "sous"},
    {kBehind, "derrière"},
    {kInFrontOf, "devant"},
    {kNextTo, "à côté de"},
    {kNear, "près de"},
    {kOpposite, "en face de"},
    {kTo, "à"},
    {kInto, "dans"},
    {kFrom, "de"},
    {kThrough, "à travers"},
    {kAlong, "le long de"},
    {kWithCompany, "avec"},
    {kWithTool, "avec"},
    {kWithout, "sans"},
    {kFor, "pour"},
    {kByVehicle, "en"},
    {kAfter, "après"},
    {kBefore, "avant"},
    {kDuring, "pendant"},
    {kForDuration, "pendant"},
    {kSince, "depuis"},
    {kAgo, "il y a"},
    {kAnd, "et"},
    {kOr, "ou"},
    {kBut, "mais"},
    {kBecause, "parce que"},
    {kIf, "si"},
    {kWhenConj, "quand"},
    {kAlthough, "bien que"},
    {kBeforeConj, "avant que"},
    {kThat, "que"},
    {kMany, "beaucoup de"},
    {kMuch, "beaucoup de"},
    {kSome, "quelques"},
    {kAll, "tous"},
    {kEvery, "chaque"},
    {kFew, "peu de"},
    {kSeveral, "plusieurs"},
};

constexpr WordRow kCalendar[] = {
    {kMonday, "lundi"},     {kTuesday, "mardi"},     {kWednesday, "mercredi"}, {kThursday, "jeudi"},
    {kFriday, "vendredi"},  {kSaturday, "samedi"},   {kSunday, "dimanche"},    {kJanuary, "janvier"},
    {kFebruary, "février"}, {kMarch, "mars"},        {kApril, "avril"},        {kMayMonth, "mai"},
    {kJune, "juin"},        {kJuly, "juillet"},      {kAugust, "août"},        {kSeptember, "septembre"},
    {kOctober, "octobre"},  {kNovember, "novembre"}, {kDecember, "décembre"},  {kSpring, "printemps"},
    {kSummer, "été"},       {kAutumn, "automne"},    {kWinter, "hiver"},
};

// The familiar forms; french_sentence.cpp has the polite and feminine variants.
constexpr WordRow kFormulas[] = {
    {kGoodMorning, "bonjour"},
    {kGoodDay, "bonjour"},
    {kGoodEvening, "bonsoir"},
    {kGoodNight, "bonne nuit"},
    {kHello, "salut"},
    {kGoodbye, "au revoir"},
    {kSeeYouTomorrow, "à demain"},
    {kThankYou, "merci beaucoup"},
    {kThankYouHelp, "merci pour ton aide"},
    {kYouAreWelcome, "de rien"},
    {kExcuseMe, "excuse -moi"},
    {kSorry, "je suis désolé"},
    {kNiceToMeetYou, "enchanté"},
    {kHowAreYou, "comment vas -tu"},
    {kCongratulations, "félicitations"},
    {kHappyBirthday, "joyeux anniversaire"},
    {kEnjoyMeal, "bon appétit"},
    {kGoodLuck, "bonne chance"},
    {kWelcome, "bienvenue"},
    {kPlease, "s' il te plaît"},
    {kYes, "oui"},
    {kNo, "non"},
};

// Closes the gaps that tokens leave: "l' année" and "excuse -moi".
std::string as_written(std::string_view words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool gap = words[i] == ' ' && (words[i - 1] == '\'' || words[i + 1] == '-');
    if (!gap) text += words[i];
  }
  return text;
}

}  // namespace

void Lexicon::build_words() {
  const auto add = [&](const auto& rows) {
    for (const WordRow& row : rows) words_[index_of(row.id)] = row.form;
  };
  add(kAdverbs);
  add(kNames);
  add(kPronouns);
  add(kRelations);
  add(kCalendar);
  add(kFormulas);
  for (std::size_t i = 0; i < kConceptCount; ++i) {
    if (!words_[i].empty()) continue;
    if (!nouns_[i].singular.empty()) {
      words_[i] = nouns_[i].counting == Counting::kPlural ? nouns_[i].plural : nouns_[i].singular;
    } else if (!adjectives_[i].forms[0].empty()) {
      words_[i] = adjectives_[i].forms[0];
    } else if (verbs_[i].conjugation != nullptr) {
      words_[i] = verbs_[i].conjugation->infinitive;
    }
  }
  // Verbs that are more than one word, and the weather nouns.
  for (const WordRow& row :
       {WordRow{kNeed, "avoir besoin de"}, WordRow{kFetch, "aller chercher"}, WordRow{kSit, "être assis"},
        WordRow{kHang, "être accroché"}, WordRow{kWake, "se réveiller"}, WordRow{kGetUp, "se lever"},
        WordRow{kRest, "se reposer"}, WordRow{kLieRest, "se trouver"}, WordRow{kStand, "se tenir"},
        WordRow{kMissPerson, "manquer"}, WordRow{kLike, "aimer bien"}}) {
    words_[index_of(row.id)] = row.form;
  }
  for (std::size_t i = 0; i < kConceptCount; ++i) citations_[i] = keep(as_written(words_[i]));
}

Lexicon::Lexicon() {
  build_conjugations();
  build_nouns();
  build_adjectives();
  build_verbs();
  build_words();
}

const Lexicon& lexicon() {
  static const Lexicon instance;
  return instance;
}

}  // namespace calque::phrasebook::fr
