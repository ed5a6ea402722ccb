// The commands under `calque block`, each in its own file, and the options that they share.
#pragma once

#include <string>

#include "block/trainer.h"
#include "command.h"
#include "pipeline/block_training.h"

namespace calque::apps {

// What data points are made of, as it is given.
struct EventArguments {
  std::string model;
  std::string kind = "distortion";
  std::string alternatives = "source-target";
  std::string successors;  // empty: as is good for the kind
  std::string matches = "aligned";
  std::string binary;
  std::string lexical_norm = "source";
  std::string test;  // text to limit training to
  bool filter_blocks = false;
  pipeline::BlockLimits limits;
  std::size_t folds = 5;
  block::EventSettings settings;

  // Throws UsageError.
  block::EventSettings complete() const;
};
void add_event_options(Command& command, EventArguments& arguments);

// How weights are learnt; without a sink state unless the user wants one.
void add_online_options(Command& command, block::OnlineOptions& options);

// Says where in the file of data points numbers left the finite ones: throws DataError.
[[noreturn]] void refuse_point(const block::PointOverflow& overflow, const std::string& points);

}  // namespace calque::apps
