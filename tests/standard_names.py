"""The names of namespace std that each header promises. A name may come from several headers."""

STANDARD = {
    "algorithm": """adjacent_find all_of any_of binary_search clamp copy copy_backward copy_if copy_n count count_if
        equal equal_range fill fill_n find find_end find_first_of find_if find_if_not for_each for_each_n generate
        generate_n includes inplace_merge is_heap is_partitioned is_permutation is_sorted is_sorted_until
        lexicographical_compare lower_bound make_heap max max_element merge min min_element minmax minmax_element
        mismatch move_backward next_permutation none_of nth_element partial_sort partial_sort_copy partition
        partition_point pop_heap prev_permutation push_heap remove remove_copy remove_copy_if remove_if replace
        replace_if reverse reverse_copy rotate rotate_copy search search_n set_difference set_intersection
        set_symmetric_difference set_union shift_left shift_right shuffle sort sort_heap stable_partition stable_sort
        swap_ranges transform unique unique_copy upper_bound""",
    "any": "any any_cast",
    "array": "array begin data end get size to_array tuple_element_t tuple_size_v",
    "atomic": """atomic atomic_bool atomic_flag atomic_ref atomic_thread_fence memory_order memory_order_acq_rel
        memory_order_acquire memory_order_relaxed memory_order_release memory_order_seq_cst""",
    "bit": """bit_cast bit_ceil bit_floor bit_width countl_one countl_zero countr_one countr_zero endian has_single_bit
        popcount rotl rotr""",
    "bitset": "bitset",
    "cctype": "isalnum isalpha isdigit isspace tolower toupper",
    "charconv": "chars_format from_chars to_chars",
    "chrono": "chrono",
    "cmath": """abs acos asin atan atan2 cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs floor fma fmax fmin
        fmod frexp hypot ilogb isfinite isinf isnan ldexp lgamma llround log log10 log1p log2 logb lround modf nan nanf
        nearbyint nextafter pow remainder rint round scalbn signbit sin sinh sqrt tan tanh tgamma trunc""",
    "compare": "partial_ordering strong_ordering weak_ordering",
    "concepts": "convertible_to derived_from floating_point integral invocable same_as",
    "condition_variable": "condition_variable condition_variable_any",
    "csignal": "raise sig_atomic_t signal",
    "cstddef": "byte max_align_t nullptr_t ptrdiff_t size_t to_integer",
    "cstdint": """int16_t int32_t int64_t int8_t intmax_t intptr_t uint16_t uint32_t uint64_t uint8_t uintmax_t
        uintptr_t""",
    "cstdio": """FILE fclose feof ferror fflush fgets fileno fopen fprintf fputs fread fseek ftell fwrite printf puts
        remove rename size_t snprintf""",
    "cstdlib": """_Exit abort abs atexit atof atoi exit free getenv malloc quick_exit size_t strtod strtof strtol
        strtoul strtoull""",
    "cstring": "memchr memcmp memcpy memmove memset size_t strchr strcmp strerror strlen strncmp strstr",
    "ctime": "clock clock_t difftime gmtime localtime mktime size_t strftime time time_t tm",
    "deque": "begin deque end erase erase_if initializer_list size",
    "exception": """current_exception exception exception_ptr make_exception_ptr rethrow_exception terminate
        throw_with_nested uncaught_exceptions""",
    "filesystem": "filesystem",
    "forward_list": "forward_list",
    "fstream": "filebuf fstream ifstream ofstream",
    "functional": """bind bind_front cref divides equal_to function greater greater_equal hash identity invoke less
        less_equal minus modulus multiplies negate not_equal_to not_fn plus ref reference_wrapper""",
    "future": "async future packaged_task promise shared_future",
    "initializer_list": "initializer_list",
    "iomanip": "hex setfill setprecision setw",
    "ios": "ios ios_base streamoff streampos streamsize",
    "iostream": "cerr cin clog cout",
    "istream": "istream ws",
    "iterator": """advance back_insert_iterator back_inserter begin bidirectional_iterator_tag contiguous_iterator_tag
        data distance end forward_iterator_tag input_iterator_tag inserter istream_iterator istreambuf_iterator
        iterator_traits make_move_iterator make_reverse_iterator next output_iterator_tag prev
        random_access_iterator_tag reverse_iterator size ssize""",
    "latch": "latch",
    "limits": "numeric_limits",
    "list": "list",
    "locale": "locale",
    "map": "begin end erase_if initializer_list map multimap size",
    "memory": """addressof align allocator allocator_traits const_pointer_cast construct_at destroy destroy_at
        destroy_n dynamic_pointer_cast enable_shared_from_this make_shared make_unique make_unique_for_overwrite
        shared_ptr static_pointer_cast to_address uninitialized_copy uninitialized_fill unique_ptr weak_ptr""",
    "memory_resource": "pmr",
    "mutex": """adopt_lock call_once defer_lock lock lock_guard mutex once_flag recursive_mutex scoped_lock try_to_lock
        unique_lock""",
    "new": "align_val_t bad_alloc bad_array_new_length launder nothrow",
    "numbers": "numbers",
    "numeric": """accumulate adjacent_difference exclusive_scan gcd inclusive_scan inner_product iota lcm lerp midpoint
        partial_sum reduce transform_reduce""",
    "optional": "bad_optional_access make_optional nullopt nullopt_t optional",
    "ostream": "endl flush ostream",
    "queue": "priority_queue queue",
    "random": """mt19937 mt19937_64 normal_distribution random_device uniform_int_distribution
        uniform_real_distribution""",
    "ratio": "micro milli nano ratio",
    "regex": "regex regex_match regex_replace regex_search smatch",
    "semaphore": "binary_semaphore counting_semaphore",
    "set": "begin end erase_if initializer_list multiset set size",
    "shared_mutex": "shared_lock shared_mutex",
    "source_location": "source_location",
    "span": "as_bytes as_writable_bytes begin data dynamic_extent end size span",
    "sstream": "istringstream ostringstream stringstream",
    "stack": "stack",
    "stdexcept": """domain_error invalid_argument length_error logic_error out_of_range overflow_error range_error
        runtime_error""",
    "stop_token": "stop_callback stop_source stop_token",
    "streambuf": "streambuf",
    "string": """basic_string begin char_traits data end erase erase_if getline initializer_list size stod stof stoi
        stol stoul stoull string to_string u32string u8string wstring""",
    "string_view": "basic_string_view begin data end size string_view u32string_view u8string_view wstring_view",
    "system_error": "errc error_category error_code generic_category make_error_code system_category system_error",
    "thread": "jthread this_thread thread",
    "tuple": """apply forward_as_tuple get ignore make_from_tuple make_tuple tie tuple tuple_cat tuple_element_t
        tuple_size_v""",
    "type_traits": """add_const_t common_type_t conditional_t decay_t enable_if_t extent_v false_type
        has_unique_object_representations_v integral_constant invoke_result_t is_arithmetic_v is_base_of_v is_const_v
        is_convertible_v is_default_constructible_v is_empty_v is_enum_v is_floating_point_v is_integral_v
        is_invocable_v is_nothrow_move_constructible_v is_same is_same_v is_signed_v is_standard_layout_v is_trivial_v
        is_trivially_copyable_v is_trivially_destructible_v is_unsigned_v is_void_v make_signed_t make_unsigned_t
        remove_const_t remove_cv_t remove_cvref_t remove_pointer_t remove_reference_t true_type type_identity_t
        underlying_type_t void_t""",
    "typeindex": "type_index",
    "typeinfo": "bad_cast type_info",
    "unordered_map": "begin end erase_if initializer_list size unordered_map unordered_multimap",
    "unordered_set": "begin end erase_if initializer_list size unordered_multiset unordered_set",
    "utility": """as_const cmp_equal cmp_greater cmp_greater_equal cmp_less cmp_less_equal declval exchange forward get
        in_place in_range index_sequence index_sequence_for initializer_list integer_sequence make_index_sequence
        make_pair move move_if_noexcept pair piecewise_construct swap""",
    "valarray": "valarray",
    "variant": """bad_variant_access get get_if holds_alternative monostate variant variant_alternative_t
        variant_size_v visit""",
    "vector": "begin data end erase erase_if initializer_list size vector",
}
# Streams are made of the classes of <ios>.
for stream in ("fstream", "iostream", "istream", "ostream", "sstream"):
    STANDARD[stream] += " " + STANDARD["ios"]
STANDARD = {header: set(names.split()) for header, names in STANDARD.items()}
