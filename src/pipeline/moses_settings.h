// What a Moses configuration (moses.ini) says that Calque has a counterpart for: files, weights, search
// settings. docs/migrating-from-moses.md lists it.
//
// Throws UsageError for features without counterpart, DataError for lines that cannot be read.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decode/feature.h"
#include "decode/weights.h"
#include "phrase/reordering_type.h"

namespace calque::pipeline {

struct MosesSettings {
  std::string phrase_table;
  std::string language_model;
  std::string reordering;  // empty: none
  std::optional<phrase::ReorderingType> reordering_type;
  // Lines "Name= v v" in Calque's names, each in the line it has in the file; nothing else.
  std::string weight_lines;
  // What the scores behind the first four of the phrase table are, from a line that 'calque export' writes.
  std::vector<std::string> phrase_features;
  std::map<std::string, std::string> search;  // names and values for decode::set_option
  std::vector<std::string> warnings;          // sections that were not taken over
};

MosesSettings parse_moses_ini(std::string_view text, const std::string& file);
// Files that are not there are also looked for with ".gz" and in the folder of the configuration.
MosesSettings read_moses_ini(const std::string& path);

// Weights that Moses used, for the features of a model. A missing UnknownWordPenalty0 is 1 and a missing
// PhrasePenalty0 is 0, as in Moses; weights of count features stand behind the first four of
// TranslationModel0; anything else that is missing or too many is a DataError.
decode::Weights parse_moses_weights(std::string_view text, const std::string& file,
                                    std::span<const decode::FeatureDescription> features,
                                    const std::optional<phrase::ReorderingType>& reordering);
// The comment by which an exported configuration names its count features; empty for none.
std::string phrase_feature_comment(std::span<const std::string> names);
// The inverse: the lines of a [weight] section.
std::string format_moses_weights(const decode::Weights& weights,
                                 const std::optional<phrase::ReorderingType>& reordering);

}  // namespace calque::pipeline
