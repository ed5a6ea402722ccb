// The commands under `calque block`, each in its own file, and the options that they share.
#pragma once

#include <optional>

#include "block/learner.h"
#include "block/matches.h"
#include "options.h"
#include "pipeline/block_training.h"

namespace calque::apps {

// What data points are made of. `successors` is for EventSettings::complete.
void add_event_options(Command& command, pipeline::BlockTraining& training,
                       std::optional<block::Adjacency>& successors);

// How weights are learnt; without a sink state unless the user wants one.
void add_online_options(Command& command, block::OnlineOptions& options);

}  // namespace calque::apps
