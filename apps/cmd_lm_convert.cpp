// calque lm convert, calque lm info
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cmd_lm.h"
#include "lm/files/binary.h"
#include "lm/query/model.h"

namespace calque::apps {
namespace {

using Json = nlohmann::ordered_json;

struct ConvertOptions {
  std::string input;
  ModelOutput output;
};

struct InfoOptions {
  std::string model;
  bool verify = false;
  bool json = false;
};

void convert(const ConvertOptions& options, Session& session) {
  session.reporter().stage("reading " + options.input);
  write_model(lm::read_ngram_data(options.input), options.output, session);
}

std::string form_of(const lm::Model& model) {
  return model.is_binary_file() ? std::string(name_of(model.layout())) : "arpa";
}

Json describe(const InfoOptions& options) {
  const lm::Model model =
      lm::Model::load(options.model, options.verify ? store::Verify::kFull : store::Verify::kUsual);
  Json ngrams = Json::array();
  for (unsigned n = 1; n <= model.order(); ++n) ngrams.push_back(model.ngram_count(n));
  Json json = {{"model", options.model},
               {"form", form_of(model)},
               {"order", model.order()},
               {"ngrams", ngrams},
               {"vocabulary", model.vocabulary().size()},
               {"quantized_bits", model.quantized_bits()}};
  if (options.model != "-") json["bytes"] = std::filesystem::file_size(options.model);
  json["verified"] = options.verify || !model.is_binary_file();
  return json;
}

void info(const InfoOptions& options, Session&) {
  const Json json = describe(options);
  if (options.json) {
    fmt::print("{}\n", json.dump());
    return;
  }
  fmt::print("model       {}\n", options.model);
  fmt::print("form        {}\n", json["form"].get<std::string>());
  fmt::print("order       {}\n", json["order"].get<unsigned>());
  unsigned n = 0;
  for (const auto& count : json["ngrams"]) fmt::print("{:>2}-grams    {}\n", ++n, count.get<std::uint64_t>());
  const auto bits = json["quantized_bits"].get<unsigned>();
  fmt::print("numbers     {}\n", bits == 0 ? "exact" : fmt::format("quantised to {} bits", bits));
  if (json.contains("bytes")) fmt::print("bytes       {}\n", json["bytes"].get<std::uint64_t>());
  if (options.verify) fmt::print("every checksum is right\n");
}

}  // namespace

void add_lm_convert(Command& parent) {
  auto [command, options] =
      parent.add<ConvertOptions>("convert", "Change a model's form: ARPA, probing or trie",
                                 "calque lm convert en.arpa --layout trie --quantize 8 -o en.lm", convert);
  command.option("model", options.input, "ARPA model, or binary model in the trie layout").reads().required();
  add_model_output(command, options.output);
}

void add_lm_info(Command& parent) {
  auto [command, options] = parent.add<InfoOptions>("info", "Show what a language model file is",
                                                    "calque lm info en.lm --verify", info);
  command.option("model", options.model, "Binary or ARPA language model").reads().required();
  command.flag("--verify", options.verify, "Read the whole file: every checksum, every number");
  command.flag("--json", options.json, "Report as JSON");
}

}  // namespace calque::apps
