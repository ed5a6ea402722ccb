// The text module on real corpora, where they are present. They are tokenised already, so cutting them again
// should change next to nothing, and joining and cutting them again must work on every line.
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/parse.h"
#include "store/text_file.h"
#include "text/detokenizer.h"
#include "text/normalize.h"
#include "text/preparation.h"
#include "text/tokenizer.h"
#include "text/truecaser.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

constexpr int kLines = 3000;

std::string data_folder() {
  const char* folder = std::getenv("CALQUE_DATA");
  return folder == nullptr ? "../shared/data" : folder;
}

std::vector<std::string> first_lines(const std::string& path) {
  std::vector<std::string> lines;
  store::LineReader reader(path);
  for (std::string line; static_cast<int>(lines.size()) < kLines && reader.next(line);) lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) {
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

// French pronouns behind their verbs are cut off here and not in those corpora.
std::string with_pronouns(std::string line) {
  for (std::size_t at = line.find(" -"); at != std::string::npos; at = line.find(" -", at)) line.erase(at, 1);
  return line;
}

TEST(RealDataTest, CuttingTokenisedTextChangesNextToNothing) {
  int corpora = 0;
  for (const char* name : {"tanaka-ja-en/train.en", "multi30k-de-en/train.en", "tatoeba-zh-en/train.en",
                           "europarl-fr-en/dev.en", "europarl-fr-en/dev.fr", "pydocs-zh-en/train.en"}) {
    const std::string path = data_folder() + "/" + name;
    if (!std::filesystem::exists(path)) continue;
    ++corpora;
    const Tokenizer tokenizer(path.ends_with(".fr") ? "fr" : "en");
    int ascii_lines = 0;
    int changed = 0;
    for (const std::string& line : first_lines(path)) {
      if (!is_ascii(line) && !path.ends_with(".fr")) continue;
      ++ascii_lines;
      std::string once;
      tokenizer.append_tokenized(line, once);
      changed += with_pronouns(once) == with_pronouns(joined(split_words(line))) ? 0 : 1;
      std::string twice;
      tokenizer.append_tokenized(once, twice);
      EXPECT_EQ(twice, once);
    }
    EXPECT_LE(changed * 200, ascii_lines) << path << ": more than half a per cent of the lines changed";
  }
  if (corpora == 0) GTEST_SKIP() << "no corpora in " << data_folder() << "; set CALQUE_DATA";
}

TEST(RealDataTest, EveryLineCanBeJoinedAndCutAgain) {
  const std::string folder = data_folder();
  if (!std::filesystem::is_directory(folder))
    GTEST_SKIP() << "no corpora in " << folder << "; set CALQUE_DATA";
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (!entry.is_regular_file() || entry.path().filename().string().rfind("train.", 0) != 0) continue;
    ++files;
    const std::string language = path.substr(path.find("train.") + 6, 2);
    const Tokenizer tokenizer(language);
    const Detokenizer detokenizer(language);
    for (const std::string& line : first_lines(path)) {
      const std::string text = detokenizer.detokenize_line(line);
      const std::string again = detokenizer.detokenize(tokenizer.tokenize(text));
      std::string left = normalize(text);
      std::string right = again;
      std::erase(left, ' ');
      std::erase(right, ' ');
      EXPECT_EQ(left, right) << "a character was lost or changed";
    }
  }
  if (files == 0) GTEST_SKIP() << "no training text in " << folder;
}

std::string without_double_blanks(const std::string& line) {
  return joined(split_words(line));
}

// How many of the first lines of a file do not come back when they are cut and joined again.
int lines_that_change(const std::string& path, std::string_view language) {
  const Tokenizer tokenizer(language);
  const Detokenizer detokenizer(language);
  int changed = 0;
  for (const std::string& line : first_lines(path)) {
    const std::string again = detokenizer.detokenize(tokenizer.tokenize(line));
    changed += again == without_double_blanks(normalize(line)) ? 0 : 1;
  }
  return changed;
}

// The limits leave room for what no rule can know: blanks that a writer forgot or put in by mistake, and
// quotations whose other mark stands in another sentence. Japanese and Korean news are freer than their
// languages: blanks around numbers here and not there, particles apart from their quotation mark.
TEST(RealDataTest, RunningTextComesBackFromItsWords) {
  struct File {
    const char* name;
    const char* language;
    double most;  // share of lines that may change
  };
  int files = 0;
  for (const File& file : std::vector<File>{{"raw-multi30k-de-en/train.de", "de", 0.001},
                                            {"raw-multi30k-de-en/train.en", "en", 0.001},
                                            {"raw-multi30k-fr-en/train.fr", "fr", 0.001},
                                            {"raw-tatoeba-de-en/train.de", "de", 0.001},
                                            {"raw-tatoeba-de-en/train.en", "en", 0.001},
                                            {"raw-tatoeba-ja-en/train.ja", "ja", 0.002},
                                            {"raw-news/news.ita", "it", 0.01},
                                            {"raw-news/news.nld", "nl", 0.01},
                                            {"raw-news/news.pol", "pl", 0.01},
                                            {"raw-news/news.por", "pt", 0.01},
                                            {"raw-news/news.rus", "ru", 0.005},
                                            {"raw-news/news.tur", "tr", 0.01},
                                            {"raw-news/news.kor", "ko", 0.03},
                                            {"raw-news/news.jpn", "ja", 0.14}}) {
    const std::string path = data_folder() + "/" + file.name;
    if (!std::filesystem::exists(path)) continue;
    ++files;
    const double lines = static_cast<double>(first_lines(path).size());
    EXPECT_LE(lines_that_change(path, file.language), file.most * lines) << path;
  }
  if (files == 0) GTEST_SKIP() << "no running text in " << data_folder() << "; set CALQUE_DATA";
}

// What a model sees of a line and what is made of it again: case, marks and numbers change on the way, too.
TEST(RealDataTest, RunningTextComesBackFromWhatModelsSee) {
  int files = 0;
  for (const char* name :
       {"raw-multi30k-de-en/train.de", "raw-multi30k-de-en/train.en", "raw-multi30k-fr-en/train.fr",
        "raw-tatoeba-de-en/train.de", "raw-tatoeba-de-en/train.en"}) {
    const std::string path = data_folder() + "/" + name;
    if (!std::filesystem::exists(path)) continue;
    ++files;
    const std::string language = path.substr(path.rfind('.') + 1);
    Preparation preparation{language, language, false, Casing::kTruecase, kTokenizerVersion};
    const std::vector<std::string> lines = first_lines(path);
    Preparation uncased = preparation;
    uncased.casing = Casing::kKeep;
    TruecaseTrainer trainer(language);
    std::vector<std::string> words;
    for (const std::string& line : lines) trainer.add(SourcePreparer(uncased, nullptr).prepare(line));
    const SourcePreparer preparer(preparation, std::make_shared<const TruecaseModel>(trainer.train()));
    const Restorer restorer(preparation);
    int changed = 0;
    for (const std::string& line : lines) {
      preparer.prepare(line, words);
      const std::vector<std::string_view> views(words.begin(), words.end());
      const std::string again = restorer.restore(views, line);
      changed += again == without_double_blanks(normalize(line)) ? 0 : 1;
    }
    EXPECT_LE(changed * 200, static_cast<int>(lines.size())) << path;
  }
  if (files == 0) GTEST_SKIP() << "no running text in " << data_folder() << "; set CALQUE_DATA";
}

}  // namespace
}  // namespace calque::text
