#include "serve/languages.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "serve/http.h"

namespace calque::serve {
namespace {

using Entry = std::pair<std::string_view, std::string_view>;

// What else clients write.
constexpr std::array<Entry, 6> kAliases{{{"zh-hans", "zh"},
                                         {"zh-cn", "zh"},
                                         {"zt", "zh-Hant"},
                                         {"zh-tw", "zh-Hant"},
                                         {"pb", "pt-BR"},
                                         {"no", "nb"}}};

constexpr std::array<Entry, 68> kNames{{
    {"af", "Afrikaans"},
    {"ar", "Arabic"},
    {"az", "Azerbaijani"},
    {"be", "Belarusian"},
    {"bg", "Bulgarian"},
    {"bn", "Bengali"},
    {"bs", "Bosnian"},
    {"ca", "Catalan"},
    {"cs", "Czech"},
    {"cy", "Welsh"},
    {"da", "Danish"},
    {"de", "German"},
    {"el", "Greek"},
    {"en", "English"},
    {"eo", "Esperanto"},
    {"es", "Spanish"},
    {"et", "Estonian"},
    {"eu", "Basque"},
    {"fa", "Persian"},
    {"fi", "Finnish"},
    {"fr", "French"},
    {"ga", "Irish"},
    {"gl", "Galician"},
    {"gu", "Gujarati"},
    {"he", "Hebrew"},
    {"hi", "Hindi"},
    {"hr", "Croatian"},
    {"hu", "Hungarian"},
    {"hy", "Armenian"},
    {"id", "Indonesian"},
    {"is", "Icelandic"},
    {"it", "Italian"},
    {"ja", "Japanese"},
    {"ka", "Georgian"},
    {"kk", "Kazakh"},
    {"km", "Khmer"},
    {"ko", "Korean"},
    {"la", "Latin"},
    {"lo", "Lao"},
    {"lt", "Lithuanian"},
    {"lv", "Latvian"},
    {"mk", "Macedonian"},
    {"ml", "Malayalam"},
    {"mn", "Mongolian"},
    {"mr", "Marathi"},
    {"ms", "Malay"},
    {"mt", "Maltese"},
    {"my", "Burmese"},
    {"nb", "Norwegian"},
    {"nl", "Dutch"},
    {"pl", "Polish"},
    {"pt", "Portuguese"},
    {"pt-BR", "Portuguese (Brazil)"},
    {"ro", "Romanian"},
    {"ru", "Russian"},
    {"sk", "Slovak"},
    {"sl", "Slovenian"},
    {"sq", "Albanian"},
    {"sr", "Serbian"},
    {"sv", "Swedish"},
    {"sw", "Swahili"},
    {"th", "Thai"},
    {"tr", "Turkish"},
    {"uk", "Ukrainian"},
    {"ur", "Urdu"},
    {"vi", "Vietnamese"},
    {"zh", "Chinese"},
    {"zh-Hant", "Chinese (traditional)"},
}};

constexpr std::array<std::string_view, 7> kRightToLeft{"ar", "fa", "he", "ps", "sd", "ur", "yi"};

template <std::size_t kSize>
std::string_view find(const std::array<Entry, kSize>& table, std::string_view key) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const Entry& entry) { return entry.first == key; });
  return found == table.end() ? key : found->second;
}

char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
}

}  // namespace

std::string language_code(std::string_view sent) {
  std::string code = lower_ascii(sent);
  std::replace(code.begin(), code.end(), '_', '-');
  if (const std::string_view known = find(kAliases, code); known != code) return std::string(known);
  // Countries in capitals, scripts with one: pt-BR, zh-Hant.
  for (std::size_t dash = code.find('-'); dash != std::string::npos; dash = code.find('-', dash + 1)) {
    const std::size_t length = std::min(code.find('-', dash + 1), code.size()) - dash - 1;
    if (length == 4) code[dash + 1] = upper(code[dash + 1]);
    if (length == 2)
      for (std::size_t i = 1; i <= 2; ++i) code[dash + i] = upper(code[dash + i]);
  }
  return code;
}

std::string language_name(std::string_view code) {
  return std::string(find(kNames, code));
}

std::string_view writing_direction(std::string_view code) {
  const std::string_view base = code.substr(0, code.find('-'));
  return std::find(kRightToLeft.begin(), kRightToLeft.end(), base) == kRightToLeft.end() ? "ltr" : "rtl";
}

}  // namespace calque::serve
