// What the sub-commands of `calque` share: common options, the reporter, and the list of commands.
//
// A command file parses arguments into an options struct, calls the library and prints the result on standard
// output. It throws calque::Error for everything that goes wrong; main prints it and picks the exit status.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "calque/search_options.h"
#include "options.h"

namespace calque::apps {

// Options every command has.
struct CommonOptions {
  std::size_t threads = 0;  // 0: one per core
  std::uint64_t seed = 1;
  bool quiet = false;
};

// One run of the program. Outlives every command callback.
class Session {
 public:
  CommonOptions common;
  std::vector<DeclaredFile> files;  // of all commands
  std::vector<SidePair> sides;

  // Progress and notes on standard error, as --quiet and the terminal ask. Made at first use.
  Reporter& reporter();
  // Threads as asked by --threads. Made at first use.
  ThreadPool& threads();

 private:
  std::unique_ptr<Reporter> reporter_;
  std::unique_ptr<ThreadPool> threads_;
};

// Sets search settings as '--set NAME=VALUE' gives them. Throws UsageError for one that cannot be.
void apply_settings(const std::vector<std::string>& settings, SearchOptions& options);

// Throws UsageError if `path`, where `what` goes, is standard output: figures go there.
void refuse_mixed_output(const char* what, const std::string& path, const std::string& remedy);

// Puts a line of results on standard output, at once.
void print_line(std::string_view line);

// Each adds the command of its name, with its options, to the program or to the group that it belongs to.
using AddCommand = void(Command& parent);
AddCommand add_train, add_translate, add_serve, add_tune, add_evaluate, add_inspect;
AddCommand add_corrections_add, add_corrections_list, add_corrections_remove, add_corrections_tmx;
AddCommand add_import_moses, add_export_moses;
AddCommand add_align, add_aer, add_lexicon, add_classes, add_extract;
AddCommand add_lm_train, add_lm_query, add_lm_convert, add_lm_info, add_lm_prune, add_lm_interpolate,
    add_lm_generate;
AddCommand add_reorder_train, add_reorder_test, add_reorder_compare, add_reorder_explain;
AddCommand add_block_train, add_block_datapoints, add_block_retrain, add_block_predict;
AddCommand add_kernel_train, add_kernel_score;
AddCommand add_tokenize, add_detokenize, add_truecase_train, add_truecase_apply, add_clean, add_synth;

}  // namespace calque::apps
