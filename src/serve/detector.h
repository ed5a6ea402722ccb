// Which language a text is in, of those that the loaded models know.
//
// Each language has a model of its words, and of the characters of words: each character given the two before
// it, with fewer where those were not seen together. The script of a text needs no rule of its own:
// characters that a language never uses make it improbable. Built once from words and their frequencies, then
// immutable and safe to share between threads; the same words give the same answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace calque::serve {

struct Detection {
  std::string language{};
  double confidence = 0;  // from 0 to 100
};

class Detector {
 public:
  // Words of a language as running text has them, with how often they occur. Calls for one language add up.
  void add(std::string_view language, std::string_view word, double count);

  // All languages, most probable first; equals in the order of their codes. For a text without letters every
  // confidence is 0. Requires: well-formed UTF-8.
  std::vector<Detection> detect(std::string_view text) const;

 private:
  struct Profile {
    std::string language;
    std::unordered_map<std::string, double> words;
    double word_total = 0;
    // Characters with those before them, three to a key, and how often; the histories; and the totals.
    std::unordered_map<std::uint64_t, double> characters;
    std::unordered_map<std::uint64_t, double> histories;
  };

  Profile& profile(std::string_view language);
  static double word_log_prob(const Profile& profile, const std::string& word);
  static double spelling_log_prob(const Profile& profile, const std::vector<char32_t>& characters);
  static double known_share(const Profile& profile, const std::vector<std::string>& words);

  std::vector<Profile> profiles_;  // by code
};

}  // namespace calque::serve
