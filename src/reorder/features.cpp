#include "reorder/features.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace calque::reorder {
namespace {

enum class Kind : std::uint8_t {
  kContextWords = 1,
  kContextClasses,
  kTargetWords,
  kTargetClasses,
  kPair,
  kAdjacent,
  kSourcePhrase,
  kTargetPhrase,
  kFirstSource,
  kLastSource,
  kFirstTarget,
  kLastTarget,
  kPhraseAndLeft,
  kPhraseAndRight,
  kFromStart,
  kToEnd,
  kSourceLength,
  kTargetLength,
  kLeftAndFirstTarget,
  kLeftAndLastTarget,
  kRightAndFirstTarget,
  kRightAndLastTarget,
  kBias,
  kBothNeighbours,
  kBothNeighbourClasses,
  kTargetEnds,
  kClassesLeftFirst,
  kClassesRightLast,
};
constexpr std::array<std::string_view, 29> kNames{"",
                                                  "context",
                                                  "context classes",
                                                  "target",
                                                  "target classes",
                                                  "pair",
                                                  "adjacent",
                                                  "source phrase",
                                                  "target phrase",
                                                  "first source word",
                                                  "last source word",
                                                  "first target word",
                                                  "last target word",
                                                  "source phrase and word before",
                                                  "source phrase and word after",
                                                  "words before the phrase",
                                                  "words after the phrase",
                                                  "source length",
                                                  "target length",
                                                  "word before and first target word",
                                                  "word before and last target word",
                                                  "word after and first target word",
                                                  "word after and last target word",
                                                  "bias",
                                                  "words before and after",
                                                  "classes before and after",
                                                  "first and last target word",
                                                  "classes before and of the first target word",
                                                  "classes after and of the last target word"};

constexpr Key kSentenceStart = key_of("<s>");
constexpr Key kSentenceEnd = key_of("</s>");

enum class Side : std::uint8_t { kSource, kTarget };

// Makes keys and nothing else. A feature is a kind, a place, and parts; it may be emitted after any part.
class KeySink {
 public:
  explicit KeySink(std::vector<Key>& keys) : keys_(keys) {}
  void start(Kind kind, std::int64_t place) {
    key_ = extended(static_cast<Key>(kind), static_cast<Key>(place));
  }
  void word(Side, std::int64_t, Key key) { key_ = extended(key_, key); }
  void word_class(std::uint32_t word_class) { key_ = extended(key_, word_class); }
  void number(std::int64_t number) { key_ = extended(key_, static_cast<Key>(number)); }
  void emit() { keys_.push_back(key_); }

 private:
  std::vector<Key>& keys_;
  Key key_ = 0;
};

// The same with names.
class NameSink {
 public:
  NameSink(const WordNames& names, std::vector<NamedFeature>& features)
      : names_(names), features_(features), sink_(keys_) {}
  void start(Kind kind, std::int64_t place) {
    sink_.start(kind, place);
    name_ = kNames[static_cast<std::size_t>(kind)];
    if (place != 0) name_ += fmt::format(" at {:+}", place);
    separator_ = ": ";
  }
  void word(Side side, std::int64_t position, Key key) {
    sink_.word(side, position, key);
    const auto& words = side == Side::kSource ? names_.source : names_.target;
    add(position < 0                                          ? "<s>"
        : position >= static_cast<std::int64_t>(words.size()) ? "</s>"
                                                              : words[static_cast<std::size_t>(position)]);
  }
  void word_class(std::uint32_t word_class) {
    sink_.word_class(word_class);
    add(fmt::format("c{}", word_class));
  }
  void number(std::int64_t number) {
    sink_.number(number);
    add(fmt::format("{}", number));
  }
  void emit() {
    sink_.emit();
    features_.push_back({keys_.back(), name_});
  }

 private:
  void add(std::string_view part) {
    name_ += separator_;
    name_ += part;
    separator_ = " ";
  }

  const WordNames& names_;
  std::vector<NamedFeature>& features_;
  std::vector<Key> keys_;
  KeySink sink_;
  std::string name_;
  std::string separator_;
};

// Distances up to 4 as they are, then by doubling.
std::int64_t rounded(std::int64_t distance) {
  if (distance <= 4) return distance;
  return distance <= 6 ? 5 : distance <= 9 ? 7 : distance <= 14 ? 10 : 15;
}

template <typename Sink>
class Maker {
 public:
  Maker(const FeatureOptions& options, const WordsView& sentence, text::Span span, Sink& sink)
      : options_(options),
        sentence_(sentence),
        size_(static_cast<std::int64_t>(sentence.size())),
        begin_(span.begin),
        end_(span.end),
        sink_(sink) {}

  void source() {
    windows();
    if (options_.adjacent != 0) adjacent();
    if (options_.phrases != 0) source_phrase();
    if (options_.borders != 0) borders();
    if (options_.joined != 0) neighbours();
    if (options_.bias != 0) {
      sink_.start(Kind::kBias, 0);
      sink_.emit();
    }
  }

  void phrases(const TargetPhrase& target) {
    const WordsView& words = target.words;
    target_n_grams(words);
    if (options_.word_pairs != 0) {
      for (const phrase::InternalLink& link : target.links) {
        sink_.start(Kind::kPair, 0);
        sink_.word(Side::kSource, begin_ + link.source, source_word(begin_ + link.source));
        sink_.word(Side::kTarget, link.target, words.words[link.target]);
        sink_.emit();
      }
    }
    const auto last = static_cast<std::int64_t>(words.size()) - 1;
    if (last < 0) return;
    if (options_.phrases != 0) {
      sink_.start(Kind::kTargetPhrase, 0);
      for (std::int64_t i = 0; i <= last; ++i) target_word(words, i);
      sink_.emit();
      one_target_word(Kind::kFirstTarget, words, 0);
      one_target_word(Kind::kLastTarget, words, last);
    }
    if (options_.borders != 0) {
      sink_.start(Kind::kTargetLength, 0);
      sink_.number(last + 1);
      sink_.emit();
    }
    if (options_.joined != 0) {
      sink_.start(Kind::kTargetEnds, 0);
      target_word(words, 0);
      target_word(words, last);
      sink_.emit();
    }
  }

  void joined(const TargetPhrase& target) {
    const WordsView& words = target.words;
    const auto last = static_cast<std::int64_t>(words.size()) - 1;
    if (options_.joined != 0 && last >= 0) {
      joined(Kind::kLeftAndFirstTarget, begin_ - 1, words, 0);
      joined(Kind::kLeftAndLastTarget, begin_ - 1, words, last);
      joined(Kind::kRightAndFirstTarget, end_, words, 0);
      joined(Kind::kRightAndLastTarget, end_, words, last);
      if (!words.classes.empty() && !sentence_.classes.empty() && options_.target_classes != 0) {
        joined_classes(Kind::kClassesLeftFirst, begin_ - 1, words.classes.front());
        joined_classes(Kind::kClassesRightLast, end_, words.classes.back());
      }
    }
  }

 private:
  // Also the two borders of the sentence.
  Key source_word(std::int64_t position) const {
    if (position < 0) return kSentenceStart;
    if (position >= size_) return kSentenceEnd;
    return sentence_.words[static_cast<std::size_t>(position)];
  }
  void add_source(std::int64_t position) { sink_.word(Side::kSource, position, source_word(position)); }
  void target_word(const WordsView& words, std::int64_t position) {
    sink_.word(Side::kTarget, position, words.words[static_cast<std::size_t>(position)]);
  }
  // Borders have classes of their own.
  std::uint32_t source_class(std::int64_t position) const {
    constexpr std::uint32_t kStartClass = 0xffffffffU;
    constexpr std::uint32_t kEndClass = 0xfffffffeU;
    if (position < 0) return kStartClass;
    if (position >= size_) return kEndClass;
    return sentence_.classes[static_cast<std::size_t>(position)];
  }

  // Words at [begin, end), counted from `origin`.
  struct Zone {
    std::int64_t begin;
    std::int64_t end;
    std::int64_t origin;
  };

  void windows() {
    const std::int64_t width = options_.window;
    const std::int64_t first = options_.borders != 0 ? -1 : 0;
    const std::int64_t last = options_.borders != 0 ? size_ + 1 : size_;
    const std::int64_t edge = options_.include_edge != 0 ? 1 : 0;
    const Zone left{std::max(first, begin_ - width), begin_ + edge, begin_};
    const Zone right{end_ - edge, std::min(last, end_ + width), end_ - 1};
    for (const Zone& zone : {left, right}) {
      if (options_.context_words != 0) zone_n_grams(Kind::kContextWords, zone);
      if (options_.context_classes != 0 && !sentence_.classes.empty())
        zone_n_grams(Kind::kContextClasses, zone);
    }
  }

  void zone_n_grams(Kind kind, const Zone& zone) {
    const std::int64_t order = options_.context_order;
    for (std::int64_t start = zone.begin; start < zone.end; ++start) {
      sink_.start(kind, start - zone.origin);
      for (std::int64_t at = start; at < std::min(zone.end, start + order); ++at) {
        if (kind == Kind::kContextWords) {
          add_source(at);
        } else {
          sink_.word_class(source_class(at));
        }
        sink_.emit();
      }
    }
  }

  void target_n_grams(const WordsView& words) {
    const auto size = static_cast<std::int64_t>(words.size());
    const std::int64_t order = options_.target_order;
    const bool use_classes = options_.target_classes != 0 && !words.classes.empty();
    for (std::int64_t start = 0; start < size; ++start) {
      const std::int64_t place = options_.target_positions != 0 ? start + 1 : 0;
      const std::int64_t end = std::min(size, start + order);
      if (options_.target_words != 0) {
        sink_.start(Kind::kTargetWords, place);
        for (std::int64_t at = start; at < end; ++at) {
          target_word(words, at);
          sink_.emit();
        }
      }
      if (!use_classes) continue;
      sink_.start(Kind::kTargetClasses, place);
      for (std::int64_t at = start; at < end; ++at) {
        sink_.word_class(words.classes[static_cast<std::size_t>(at)]);
        sink_.emit();
      }
    }
  }

  void adjacent() {
    if (begin_ > 0) one_source_word(Kind::kAdjacent, begin_ - 1, options_.mark_side != 0 ? -1 : 0);
    if (end_ < size_) one_source_word(Kind::kAdjacent, end_, options_.mark_side != 0 ? 1 : 0);
  }

  void source_phrase() {
    phrase_and(Kind::kSourcePhrase, begin_);
    phrase_and(Kind::kPhraseAndLeft, begin_ - 1);
    phrase_and(Kind::kPhraseAndRight, end_);
    one_source_word(Kind::kFirstSource, begin_, 0);
    one_source_word(Kind::kLastSource, end_ - 1, 0);
  }

  void phrase_and(Kind kind, std::int64_t neighbour) {
    sink_.start(kind, 0);
    if (kind != Kind::kSourcePhrase) add_source(neighbour);
    for (std::int64_t at = begin_; at < end_; ++at) add_source(at);
    sink_.emit();
  }

  void borders() {
    const std::int64_t numbers[] = {rounded(begin_), rounded(size_ - end_), end_ - begin_};
    const Kind kinds[] = {Kind::kFromStart, Kind::kToEnd, Kind::kSourceLength};
    for (std::size_t i = 0; i < 3; ++i) {
      sink_.start(kinds[i], 0);
      sink_.number(numbers[i]);
      sink_.emit();
    }
  }

  void neighbours() {
    sink_.start(Kind::kBothNeighbours, 0);
    add_source(begin_ - 1);
    add_source(end_);
    sink_.emit();
    if (sentence_.classes.empty() || options_.context_classes == 0) return;
    sink_.start(Kind::kBothNeighbourClasses, 0);
    sink_.word_class(source_class(begin_ - 1));
    sink_.word_class(source_class(end_));
    sink_.emit();
  }
  void joined_classes(Kind kind, std::int64_t source, std::uint32_t target) {
    sink_.start(kind, 0);
    sink_.word_class(source_class(source));
    sink_.word_class(target);
    sink_.emit();
  }

  void one_source_word(Kind kind, std::int64_t position, std::int64_t place) {
    sink_.start(kind, place);
    add_source(position);
    sink_.emit();
  }
  void one_target_word(Kind kind, const WordsView& words, std::int64_t position) {
    sink_.start(kind, 0);
    target_word(words, position);
    sink_.emit();
  }
  void joined(Kind kind, std::int64_t source, const WordsView& words, std::int64_t target) {
    sink_.start(kind, 0);
    add_source(source);
    target_word(words, target);
    sink_.emit();
  }

  const FeatureOptions& options_;
  const WordsView& sentence_;
  std::int64_t size_;
  std::int64_t begin_;
  std::int64_t end_;
  Sink& sink_;
};

}  // namespace

void FeatureMaker::source_features(const WordsView& sentence, text::Span span, std::vector<Key>& keys) const {
  KeySink sink(keys);
  Maker<KeySink>(options_, sentence, span, sink).source();
}

void FeatureMaker::pair_features(const WordsView& sentence, text::Span span, const TargetPhrase& target,
                                 std::vector<Key>& keys) const {
  phrase_features(sentence, span, target, keys);
  joined_features(sentence, span, target, keys);
}

void FeatureMaker::phrase_features(const WordsView& sentence, text::Span span, const TargetPhrase& target,
                                   std::vector<Key>& keys) const {
  KeySink sink(keys);
  Maker<KeySink>(options_, sentence, span, sink).phrases(target);
}

void FeatureMaker::joined_features(const WordsView& sentence, text::Span span, const TargetPhrase& target,
                                   std::vector<Key>& keys) const {
  KeySink sink(keys);
  Maker<KeySink>(options_, sentence, span, sink).joined(target);
}

std::vector<NamedFeature> FeatureMaker::named_features(const WordsView& sentence, text::Span span,
                                                       const TargetPhrase& target,
                                                       const WordNames& names) const {
  std::vector<NamedFeature> features;
  NameSink sink(names, features);
  Maker<NameSink> maker(options_, sentence, span, sink);
  maker.source();
  maker.phrases(target);
  maker.joined(target);
  return features;
}

}  // namespace calque::reorder
