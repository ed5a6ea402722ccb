#include "documents/characters.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <utility>

namespace calque::documents {
namespace {

// Names of HTML's references. Those of letters and of marks that sentences have; signs that words never need
// are kept as they are.
constexpr std::string_view kLatin =  // from U+00A0
    "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 "
    "acute "
    "micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml "
    "Aring AElig "
    "Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml "
    "times Oslash "
    "Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave "
    "eacute "
    "ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave "
    "uacute ucirc "
    "uuml yacute thorn yuml";
constexpr std::string_view kGreek =  // from U+0391; there is no U+03A2
    "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau "
    "Upsilon Phi "
    "Chi Psi Omega";
constexpr std::string_view kSmallGreek =  // from U+03B1
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma "
    "tau upsilon "
    "phi chi psi omega";
constexpr std::array<std::pair<std::string_view, char32_t>, 33> kOthers{
    {{"amp", U'&'},    {"lt", U'<'},     {"gt", U'>'},     {"quot", U'"'},     {"apos", U'\''},
     {"OElig", U'Œ'},  {"oelig", U'œ'},  {"Scaron", U'Š'}, {"scaron", U'š'},   {"Yuml", U'Ÿ'},
     {"fnof", U'ƒ'},   {"ensp", 0x2002}, {"emsp", 0x2003}, {"thinsp", 0x2009}, {"zwnj", 0x200C},
     {"zwj", 0x200D},  {"ndash", U'–'},  {"mdash", U'—'},  {"lsquo", U'‘'},    {"rsquo", U'’'},
     {"sbquo", U'‚'},  {"ldquo", U'“'},  {"rdquo", U'”'},  {"bdquo", U'„'},    {"bull", U'•'},
     {"hellip", U'…'}, {"permil", U'‰'}, {"lsaquo", U'‹'}, {"rsaquo", U'›'},   {"euro", U'€'},
     {"trade", U'™'},  {"dagger", U'†'}, {"minus", 0x2212}}};

// What browsers take numbers for that Unicode has for control characters: Windows' characters.
constexpr char32_t kNoCharacter = 0xFFFD;
constexpr std::u32string_view kWindows = U"€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ";

void append_utf8(char32_t code, std::string& out) {
  const auto byte = [&](char32_t bits) { out += static_cast<char>(bits); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6U);
    byte(0x80 | (code & 0x3FU));
  } else if (code < 0x10000) {
    byte(0xE0 | code >> 12U);
    byte(0x80 | (code >> 6U & 0x3FU));
    byte(0x80 | (code & 0x3FU));
  } else {
    byte(0xF0 | code >> 18U);
    byte(0x80 | (code >> 12U & 0x3FU));
    byte(0x80 | (code >> 6U & 0x3FU));
    byte(0x80 | (code & 0x3FU));
  }
}

std::map<std::string_view, char32_t> names_of_characters() {
  std::map<std::string_view, char32_t> names(kOthers.begin(), kOthers.end());
  const auto add = [&](std::string_view list, char32_t code) {
    while (!list.empty()) {
      const std::size_t end = std::min(list.find(' '), list.size());
      names.emplace(list.substr(0, end), code++);
      list.remove_prefix(std::min(end + 1, list.size()));
    }
  };
  add(kLatin, 0xA0);
  add(kGreek, 0x391);
  add(kSmallGreek, 0x3B1);
  return names;
}

int digit_of(char c, int base) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return base == 16 && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

CharacterReference read_number(std::string_view text) {
  const bool hexadecimal = text.size() > 2 && (text[2] | 0x20) == 'x';
  const int base = hexadecimal ? 16 : 10;
  const std::size_t begin = hexadecimal ? 3 : 2;
  constexpr char32_t kLast = 0x10FFFF;
  char32_t code = 0;
  std::size_t at = begin;
  for (; at < text.size() && digit_of(text[at], base) >= 0; ++at)
    code = std::min(code * static_cast<char32_t>(base) + static_cast<char32_t>(digit_of(text[at], base)),
                    kLast + 1);
  if (at == begin) return {};
  CharacterReference reference{at < text.size() && text[at] == ';' ? at + 1 : at, {}};
  if (code >= 0x80 && code < 0x80 + kWindows.size()) code = kWindows[code - 0x80];
  const bool is_text = code >= 0x20 || code == '\t' || code == '\n' || code == '\r';
  const bool is_surrogate = code >= 0xD800 && code < 0xE000;
  if (is_text && !is_surrogate && code != 0x7F && code != kNoCharacter && code <= kLast)
    append_utf8(code, reference.characters);
  return reference;
}

// The escape for a character that cannot stand for itself; empty if it can.
std::string_view escape_of(char c, Encoding encoding) {
  const bool markup = encoding != Encoding::kPlain && encoding != Encoding::kCell;
  const auto code = static_cast<unsigned char>(c);
  if (c == '\n' || c == '\r') return markup ? std::string_view() : " ";
  if (c == '\t') return encoding == Encoding::kCell ? " " : std::string_view();
  if (!markup) return {};
  if (c == '&') return "&amp;";
  if (c == '<') return "&lt;";
  if (c == '>') return "&gt;";
  if (c == '"' && encoding == Encoding::kDoubleQuoted) return "&quot;";
  if (c == '\'' && encoding == Encoding::kSingleQuoted) return "&#39;";
  return code < 0x20 ? " " : std::string_view();
}

bool is_ascii_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

std::span<const std::string_view> blanks(bool markup) {
  static constexpr std::array<std::string_view, 5> kBlanks{"\xC2\xA0", "&nbsp;", "&#160;", "&#xA0;",
                                                           "&#xa0;"};
  return std::span(kBlanks).first(markup ? kBlanks.size() : 1);
}

}  // namespace

void append_encoded(std::string_view text, Encoding encoding, std::string& out) {
  const bool html = encoding == Encoding::kHtml || encoding == Encoding::kDoubleQuoted ||
                    encoding == Encoding::kSingleQuoted;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (html && rest.starts_with("\xC2\xA0")) {
      out += "&nbsp;";
      i += 1;
    } else if (encoding == Encoding::kXml &&
               (rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF"))) {
      i += 2;  // no characters of XML
    } else if (const std::string_view escape = escape_of(text[i], encoding); !escape.empty()) {
      out += escape;
    } else {
      out += text[i];
    }
  }
}

CharacterReference read_reference(std::string_view text) {
  if (text.size() < 2) return {};
  if (text[1] == '#') return read_number(text);
  constexpr std::size_t kLongestName = 32;
  std::size_t end = 1;
  const auto is_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  while (end < text.size() && end <= kLongestName && is_name(text[end])) ++end;
  if (end == 1 || end == text.size() || text[end] != ';') return {};
  static const std::map<std::string_view, char32_t> names = names_of_characters();
  CharacterReference reference{end + 1, {}};
  if (const auto found = names.find(text.substr(1, end - 1)); found != names.end())
    append_utf8(found->second, reference.characters);
  return reference;
}

std::size_t leading_space(std::string_view text, bool markup) {
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t bytes = is_ascii_space(text[at]) ? 1 : 0;
    for (const std::string_view blank : blanks(markup))
      if (text.substr(at).starts_with(blank)) bytes = blank.size();
    if (bytes == 0) break;
    at += bytes;
  }
  return at;
}

std::size_t trailing_space(std::string_view text, bool markup) {
  std::size_t end = text.size();
  while (end > 0) {
    std::size_t bytes = is_ascii_space(text[end - 1]) ? 1 : 0;
    for (const std::string_view blank : blanks(markup))
      if (text.substr(0, end).ends_with(blank)) bytes = blank.size();
    if (bytes == 0) break;
    end -= bytes;
  }
  return text.size() - end;
}

}  // namespace calque::documents
