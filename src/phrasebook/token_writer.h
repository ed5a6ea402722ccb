// Appends tokens for a lineariser; an expression of several words becomes several tokens with the same nodes.
#pragma once

#include "phrasebook/linearise.h"

namespace calque::phrasebook {

class TokenWriter {
 public:
  explicit TokenWriter(Tokens& out) : out_(out) {}

  // `form` may hold blanks ("in front of"). Nothing for an empty form.
  void words(std::string_view form, NodeMask nodes, Concept lemma = Concept::kNone) {
    while (!form.empty()) {
      const std::size_t blank = form.find(' ');
      out_.push_back({form.substr(0, blank), nodes, lemma, true});
      form = blank == std::string_view::npos ? std::string_view() : form.substr(blank + 1);
    }
  }

  // A mark written without a space before it.
  void mark(std::string_view form, NodeMask nodes) { out_.push_back({form, nodes, Concept::kNone, false}); }

  void end_mark(const Sentence& s) {
    const std::string_view form = s.end == EndMark::kFullStop       ? "."
                                  : s.end == EndMark::kQuestionMark ? "?"
                                                                    : "!";
    mark(form, mask_of(s.end_node));
  }

  Tokens& tokens() { return out_; }

 private:
  Tokens& out_;
};

}  // namespace calque::phrasebook
