// The calque command: parses the command line, runs one sub-command, turns errors into a message and a
// status.
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include <cstdio>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "base/error.h"
#include "command.h"
#include "store/interruption.h"
#include "store/mapped_files.h"

namespace {

constexpr int kMachineFailed = 1;

int report(const char* message, int status) {
  fmt::print(stderr, "calque: error: {}\n", message);
  return status;
}

void add_commands(calque::apps::Command& program) {
  using namespace calque::apps;
  program.add({add_train, add_translate, add_serve, add_tune, add_evaluate, add_inspect});
  program.group("corrections", "Sentences as people corrected them: add, list, take back, write as TMX")
      .add({add_corrections_add, add_corrections_list, add_corrections_remove, add_corrections_tmx});
  program.group("import", "Make a model from the files of another toolkit").add({add_import_moses});
  program.group("export", "Write a model as files of another toolkit").add({add_export_moses});
  program.add({add_align, add_aer, add_lexicon, add_classes, add_extract});
  program.group("lm", "N-gram language models: train, query, convert, prune, interpolate, generate")
      .add({add_lm_train, add_lm_query, add_lm_convert, add_lm_info, add_lm_prune, add_lm_interpolate,
            add_lm_generate});
  program.group("reorder", "Models of how phrases move: train, test, compare learners, explain a prediction")
      .add({add_reorder_train, add_reorder_test, add_reorder_compare, add_reorder_explain});
  program
      .group("block",
             "The block bigram translation system: train it, write its data points, test predictions")
      .add({add_block_train, add_block_datapoints, add_block_retrain, add_block_predict});
  program.group("kernel", "Translation by regression between n-grams: train a model, score translations")
      .add({add_kernel_train, add_kernel_score});
  program.add({add_tokenize, add_detokenize});
  program.group("truecase", "Give words the case they have inside sentences")
      .add({add_truecase_train, add_truecase_apply});
  program.add({add_clean, add_synth});
}

// Large arrays that are freed go back to the system at once. Otherwise the library would keep them from the
// second one on, and steps that follow each other would need their memory together.
void return_large_arrays() {
#ifdef M_MMAP_THRESHOLD
  constexpr int kLargeBytes = 128 * 1024;
  mallopt(M_MMAP_THRESHOLD, kLargeBytes);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  return_large_arrays();
  calque::store::clean_up_on_signals(
      {.goes_on = "calque: stopped; run the same command again, and it goes on where it stopped\n",
       .begins_anew = "calque: stopped; nothing was written, and the same command begins anew\n"});
  calque::store::explain_bus_errors();
  try {
    calque::apps::Session session;
    calque::apps::run_command_line(argc, argv, session, add_commands);
    return 0;
  } catch (const calque::Error& error) {
    return report(error.what(), error.exit_status());
  } catch (const std::bad_alloc&) {
    return report("not enough memory for this; try fewer sentences or a machine with more", kMachineFailed);
  } catch (const std::exception& error) {
    return report(error.what(), kMachineFailed);
  }
}
