#include "phrase/block_occurrences.h"

#include <algorithm>

#include "base/hash.h"
#include "phrase/hash.h"

namespace calque::phrase {

bool AlignmentKeys::equal(std::uint32_t number, Item item) const {
  return std::ranges::equal(links[number], item);
}

void AlignmentKeys::add(Item item) {
  links.items.insert(links.items.end(), item.begin(), item.end());
  links.close();
}

std::uint64_t hash_links(std::span<const InternalLink> links) {
  std::uint64_t hash = 0;
  for (const InternalLink& link : links) {
    hash = combine_hash(hash, (std::uint64_t{link.source} << 8 | link.target) + 1);
  }
  return combine_hash(hash, 0);
}

OccurrenceCollector::OccurrenceCollector(const text::ParallelCorpus& corpus, const Alignments& alignments,
                                         const ExtractOptions& options, const PairFilter* filter,
                                         OccurrenceObserver* observer)
    : corpus_(corpus),
      alignments_(alignments),
      max_length_(options.max_length),
      filter_(filter),
      observer_(observer),
      extractor_(options) {}

BlockOccurrences OccurrenceCollector::collect(std::size_t begin, std::size_t end, std::size_t block) {
  BlockOccurrences occurrences;
  Numbering<AlignmentKeys> alignments;
  for (std::size_t sentence = begin; sentence < end; ++sentence) {
    extract(sentence, block);
    add_sentence(sentence, alignments, occurrences);
  }
  occurrences.alignments = alignments.take_keys().links;
  return occurrences;
}

void OccurrenceCollector::extract(std::size_t sentence, std::size_t block) {
  const std::size_t source_length = corpus_.source.sentence(sentence).size();
  const std::size_t target_length = corpus_.target.sentence(sentence).size();
  found_.clear();
  for (std::size_t k = 0; k < alignments_.size(); ++k) {
    const AlignedPair pair{sentence, k, source_length, target_length, alignments_.links(k, sentence)};
    extractor_.extract(pair, found_);
    if (k == 0 && observer_ != nullptr) observer_->observe(block, pair, found_);
  }
  if (filter_ == nullptr) return;
  filter_->read(sentence, filtered_);
  std::erase_if(found_, [&](const Occurrence& found) {
    return !filter_->allows(filtered_, found.source(), found.target());
  });
}

void OccurrenceCollector::add_sentence(std::size_t sentence, Numbering<AlignmentKeys>& alignments,
                                       BlockOccurrences& block) {
  const auto source = corpus_.source.sentence(sentence);
  const auto target = corpus_.target.sentence(sentence);
  const auto start = [&](SpanTable& table, std::size_t length, const std::vector<PhraseUse>& uses) {
    table.entries.resize(std::max(table.entries.size(), length * max_length_));
    table.first_use = uses.size();
  };
  start(source_spans_, source.size(), block.source);
  start(target_spans_, target.size(), block.target);
  const auto source_offset = static_cast<std::uint32_t>(corpus_.source.offset(sentence));
  const auto target_offset = static_cast<std::uint32_t>(corpus_.target.offset(sentence));
  for (const Occurrence& found : found_) {
    BlockOccurrences::Record record;
    record.source = source_spans_.use_of(
        source.subspan(found.source_begin, found.source_length), source_offset + found.source_begin,
        found.source_begin * max_length_ + found.source_length - 1U, block.source);
    record.target = target_spans_.use_of(
        target.subspan(found.target_begin, found.target_length), target_offset + found.target_begin,
        found.target_begin * max_length_ + found.target_length - 1U, block.target);
    record.alignment = alignment_of(found, alignments);
    record.backward = found.backward;
    record.forward = found.forward;
    block.records.push_back(record);
  }
}

std::uint32_t OccurrenceCollector::SpanTable::use_of(std::span<const text::WordId> words, std::uint32_t begin,
                                                     std::size_t cell, std::vector<PhraseUse>& uses) {
  const std::uint32_t entry = entries[cell];
  if (entry >= first_use && entry < uses.size() && uses[entry].begin == begin &&
      uses[entry].length == words.size()) {
    ++uses[entry].uses;
    return entry;
  }
  entries[cell] = static_cast<std::uint32_t>(uses.size());
  uses.push_back({hash_words(words), begin, 1, static_cast<std::uint8_t>(words.size())});
  return entries[cell];
}

std::uint32_t OccurrenceCollector::alignment_of(const Occurrence& found,
                                                Numbering<AlignmentKeys>& alignments) {
  links_.clear();
  for (const text::Link& link : inner_links(alignments_.links(found.alignment, found.sentence), found)) {
    links_.push_back({static_cast<std::uint8_t>(link.source - found.source_begin),
                      static_cast<std::uint8_t>(link.target - found.target_begin)});
  }
  return alignments.number(links_, hash_links(links_));
}

}  // namespace calque::phrase
