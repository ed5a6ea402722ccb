// calque corrections: sentences as people corrected them, kept in a journal.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "calque/corrections.h"
#include "command.h"
#include "parallel_arguments.h"
#include "store/text_file.h"
#include "text/parallel_reader.h"

namespace calque::apps {
namespace {

struct JournalArguments {
  std::string journal;
  ParallelArguments pairs;
  std::size_t id = 0;
  bool json = false;
  std::string source_language;
  std::string target_language;
  std::string output = "-";
};

void warn(const std::string& warning, Session& session) {
  if (!warning.empty()) session.reporter().warning(warning);
}

// A number is printed when its correction is on the disk, so that who reads them knows what is kept.
void add_pairs(const JournalArguments& arguments, Session& session) {
  text::ParallelReader reader(chosen_input(arguments.pairs));
  Corrections corrections(arguments.journal);
  warn(corrections.warning(), session);
  text::SentencePairText pair;
  while (reader.next(pair)) {
    fmt::print("{}\n", corrections.add(pair.source, pair.target));
    std::fflush(stdout);
  }
}

std::string in_one_field(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return text;
}

void list(const JournalArguments& arguments, Session& session) {
  std::string warning;
  for (const Correction& correction : Corrections::read(arguments.journal, &warning)) {
    if (arguments.json) {
      const nlohmann::ordered_json line = {{"id", correction.id},
                                           {"source", correction.source},
                                           {"target", correction.target},
                                           {"time", correction.time}};
      fmt::print("{}\n", line.dump());
    } else {
      fmt::print("{}\t{}\t{}\n", correction.id, in_one_field(correction.source),
                 in_one_field(correction.target));
    }
  }
  warn(warning, session);
}

void remove(const JournalArguments& arguments, Session& session) {
  Corrections corrections(arguments.journal);
  warn(corrections.warning(), session);
  if (corrections.remove(arguments.id)) return;
  throw UsageError({arguments.journal}, fmt::format("there is no correction {}", arguments.id),
                   "'calque corrections list' shows those that there are");
}

void write_tmx(const JournalArguments& arguments, Session& session) {
  std::string warning;
  const auto corrections = Corrections::read(arguments.journal, &warning);
  warn(warning, session);
  store::TextWriter writer(arguments.output);
  writer.write(to_tmx(corrections, arguments.source_language, arguments.target_language));
  writer.commit();
}

Option add_journal_option(Command& command, JournalArguments& arguments) {
  return command.option("-c,--corrections", arguments.journal, "Journal of corrections").required();
}

}  // namespace

void add_corrections_add(Command& parent) {
  auto [command, arguments] = parent.add<JournalArguments>(
      "add", "Add sentence pairs to the journal; prints the number of each when it is on the disk",
      "calque corrections add -c corrections.jsonl -s pairs.tsv", add_pairs);
  add_journal_option(command, arguments);
  add_parallel_options(command, arguments.pairs);
}

void add_corrections_list(Command& parent) {
  auto [command, arguments] =
      parent.add<JournalArguments>("list", "Print the corrections: number, source, target",
                                   "calque corrections list -c corrections.jsonl", list);
  add_journal_option(command, arguments).reads();
  command.flag("--json", arguments.json, "One JSON object per line, with the time");
}

void add_corrections_remove(Command& parent) {
  auto [command, arguments] = parent.add<JournalArguments>(
      "remove", "Take a correction back", "calque corrections remove -c corrections.jsonl --id 3", remove);
  add_journal_option(command, arguments);
  command.option("--id", arguments.id, "Its number").required();
}

void add_corrections_tmx(Command& parent) {
  auto [command, arguments] = parent.add<JournalArguments>(
      "tmx", "Write the corrections as a translation memory",
      "calque corrections tmx -c corrections.jsonl --source-language de --target-language en -o memory.tmx",
      write_tmx);
  add_journal_option(command, arguments).reads();
  command.option("--source-language", arguments.source_language, "ISO 639 code").required();
  command.option("--target-language", arguments.target_language, "ISO 639 code").required();
  command.option("-o,--output", arguments.output, "Where to write ('-': standard output)").writes();
}

}  // namespace calque::apps
