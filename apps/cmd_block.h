// The commands under `calque block`, each in its own file, and the options that they share.
#pragma once

#include <string>

#include "block/trainer.h"
#include "command.h"
#include "pipeline/block_training.h"

namespace calque::apps {

// What data points are made of, as far as it is given by names.
struct EventNames {
  std::string alternatives = "source-target";
  std::string successors;  // empty: as is good for the kind
  std::string matches = "aligned";
  std::string binary;
  std::string lexical_norm = "source";

  // Throws UsageError.
  void complete(block::EventSettings& settings) const;
};
void add_event_options(Command& command, pipeline::BlockTraining& training, EventNames& names);

// How weights are learnt; without a sink state unless the user wants one.
void add_online_options(Command& command, block::OnlineOptions& options);

}  // namespace calque::apps
