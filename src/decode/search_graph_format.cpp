#include "decode/search_graph_format.h"

#include <vector>

#include <fmt/format.h>

namespace calque::decode {

std::string format_search_graph(std::uint64_t id, const ModelView& model, const SourceSentence& sentence,
                                const Workspace& workspace) {
  const SearchGraph& graph = workspace.graph;
  std::vector<std::uint32_t> numbers(graph.size(), 0);  // freed hypotheses leave gaps, numbers do not
  std::uint32_t next = 0;
  std::string text;
  for (std::size_t stack = 0; stack <= sentence.words.size(); ++stack) {
    for (const std::uint32_t index : graph.hypotheses(stack)) {
      numbers[index] = next++;
      const Hypothesis& hypothesis = graph.hypothesis(index);
      if (hypothesis.previous == kNone) {
        text += fmt::format("{} hyp={} stack=0 total={:.9g}\n", id, numbers[index], hypothesis.total);
        continue;
      }
      const auto line = [&](std::uint32_t previous, std::uint32_t number, double score, bool is_best) {
        const TranslationOption& option = workspace.options.option(number);
        text += fmt::format("{} hyp={} stack={} back={} score={:.9g} transition={:.9g} ", id, numbers[index],
                            stack, numbers[previous], score, score - graph.hypothesis(previous).score);
        if (is_best) text += fmt::format("total={:.9g} ", hypothesis.total);
        text += fmt::format("covered={}-{} out=", option.source.begin, option.source.end - 1);
        for (std::size_t i = 0; i < option.target.size(); ++i) {
          if (i > 0) text += ' ';
          text += target_text(model, sentence, option.target[i]);
        }
        text += '\n';
      };
      line(hypothesis.previous, hypothesis.option, hypothesis.score, true);
      for (std::uint32_t arc = hypothesis.alternatives; arc != kNone; arc = graph.arc(arc).next) {
        line(graph.arc(arc).previous, graph.arc(arc).option, graph.arc(arc).score, false);
      }
    }
  }
  return text;
}

}  // namespace calque::decode
