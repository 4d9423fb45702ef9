using System.Text;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Lists that leave open what files contain, and a source that reads them as a last resort.</summary>
public sealed class ListedReadingTests : IDisposable
{
    private const string Address = "s3://b";
    private const int EndBytes = 4096;

    private static readonly int[] s_sizes = [3, 256 * 1024, (256 * 1024) + 1, 300_000];

    private readonly TempTree _tree = new();

    // What is known about an object, if it is not read.
    private enum Kind
    {
        Md5,
        Parts,
        Sha256,
        Nothing,
    }

    public static TheoryData<int> Seeds =>
        [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(reduced: 30, full: 1000))];

    public void Dispose() => _tree.Dispose();

    [Theory, MemberData(nameof(Seeds))]
    public void All_copies_of_files_are_found_and_only_what_has_the_ends_of_a_file_is_read_whole(int seed)
    {
        var random = new Random(seed);
        var disk = new MemoryVolume();
        disk.AddFolder("/c");
        Dictionary<string, byte[]> files = [];
        for (int i = random.Next(1, 8); i > 0; i--)
        {
            files.Add($"/c/{i}", Content(random));
            disk.AddFile($"/c/{i}", files[$"/c/{i}"]);
        }

        Thing[] things = Things(random);
        var source = new Source(things, canRead: true);
        using FindResult found = Find(source, new FindRoot(disk, "/c"));
        Assert.Equal(
            Groups(files.Select(static file => (file.Key, Hex(file.Value))).Concat(things
                .Where(one => files.Values.Any(one.HasContent)).Select(static one => (one.Path, Hex(one.Content))))),
            Groups(found));
        Assert.Equal((0, 0, 0), (found.Undecided, found.Unanswered, found.Incomparable));

        Thing[] open = [.. things.Where(static one => one.Kind == Kind.Nothing)];
        Assert.Equal(
            Names(open.Where(one => files.Values.Any(file => MayBe(one.Content, file)))), source.ReadWhole.Order());
        Assert.Equal(
            Names(open.Where(one => one.Content.Length > 256 * 1024
                && files.Values.Any(file => file.Length == one.Content.Length))), source.ReadEnds.Order());
    }

    [Theory, MemberData(nameof(Seeds))]
    public void Listed_files_with_digests_of_different_kinds_are_compared_if_they_can_be_read_or_counted(int seed)
    {
        var random = new Random(seed);
        Thing[] things = [.. Things(random).Where(static one => one.Kind != Kind.Nothing)];
        HashSet<int> sizes =
        [
            .. things.GroupBy(static one => one.Content.Length)
                .Where(static same => same.Select(static one => one.Kind).Distinct().Count() > 1)
                .Select(static same => same.Key),
        ];
        Thing[] mixed = [.. things.Where(one => sizes.Contains(one.Content.Length))];
        bool canRead = random.Next(2) == 0;
        Thing? unreadable = canRead && random.Next(3) == 0 ? mixed.FirstOrDefault() : null;
        var source = new Source(things, canRead, unreadable);
        using FindResult found = Find(source);
        Thing[] left =
        [
            .. mixed.Where(one => !canRead || one.Content.Length == unreadable?.Content.Length),
        ];
        Assert.Equal(
            Groups(things.Select(one => (
                one.Path, left.Contains(one) ? $"{one.Kind} {Hex(one.Content)}" : Hex(one.Content)))),
            Groups(found));
        Assert.Equal((left.Length, 0, 0L), (found.Incomparable, found.Unanswered, found.Undecided));
        Assert.Equal(
            canRead ? 0 : left.Sum(static one => one.Content.Length), found.IncomparableBytes);
        Assert.Empty(source.ReadEnds);
        Assert.Equal(canRead ? Names(mixed) : [], source.ReadWhole.Order());
    }

    [Fact]
    public void Lists_without_sizes_that_have_digests_of_different_kinds_are_counted()
    {
        Thing[] things = [new("1", Kind.Md5, "x"u8.ToArray()), new("2", Kind.Sha256, "x"u8.ToArray())];
        using FindResult found = Find(new Source(things, canRead: false) { HasSizes = false });
        Assert.Empty(found.Groups);
        Assert.Equal((2, 0), (found.Incomparable, found.IncomparableBytes));
    }

    private static bool MayBe(byte[] content, byte[] file) => content.Length == file.Length
        && (content.Length <= 256 * 1024
            || (content.AsSpan(0, EndBytes).SequenceEqual(file.AsSpan(0, EndBytes))
                && content.AsSpan(content.Length - EndBytes).SequenceEqual(file.AsSpan(file.Length - EndBytes))));

    private static IEnumerable<string> Names(IEnumerable<Thing> things) =>
        things.Select(static one => one.Name).Order();

    private static string[] Groups(FindResult found) => Groups(found.Groups.SelectMany(
        static (group, i) => group.Copies.Select(copy => (copy.Names.Single().ToString(), $"{i}"))));

    private static string[] Groups(IEnumerable<(string Name, string Key)> names) =>
    [
        .. names.GroupBy(static one => one.Key, static one => one.Name).Where(static same => same.Skip(1).Any())
            .Select(static same => string.Join(" | ", same.Order(StringComparer.Ordinal)))
            .Order(StringComparer.Ordinal),
    ];

    private static string Hex(byte[] content) => Convert.ToHexString(content);

    // Few contents, some of which differ only in the middle, at the start or at the end.
    private static byte[] Content(Random random)
    {
        int size = s_sizes[random.Next(s_sizes.Length)];
        byte[] content = Search.Random(size, size);
        int[] places = [0, size / 2, size - 1];
        return random.Next(2) == 0 ? Search.Flip(content, places[random.Next(3)]) : content;
    }

    private static Thing[] Things(Random random) =>
    [
        .. Enumerable.Range(0, random.Next(1, 10))
            .Select(i => new Thing($"{i}", (Kind)random.Next(4), Content(random))),
    ];

    private FindResult Find(Source source, params FindRoot[] roots)
    {
        using SavedVolume list = source.ToVolume(_tree.Folder);
        return Search.Run(new FindOptions { Roots = [new FindRoot(list, "/"), .. roots] });
    }

    private sealed record Thing(string Name, Kind Kind, byte[] Content)
    {
        internal string Path => $"{Address}/{Name}";

        internal ListedDigest? Listed => Kind switch
        {
            Kind.Md5 => DigestOf(DigestAlgorithm.Md5),
            Kind.Parts => DigestOf(ContentHash.Md5Parts(1)),
            Kind.Sha256 => DigestOf(DigestAlgorithm.Sha256),
            _ => null,
        };

        internal bool HasContent(byte[] content) => content.AsSpan().SequenceEqual(Content);

        internal ListedDigest DigestOf(DigestAlgorithm algorithm)
        {
            using var hash = ContentHash.Create(algorithm);
            hash.Append(Content);
            return new ListedDigest(algorithm, hash.Finish());
        }
    }

    private sealed class Source(Thing[] things, bool canRead, Thing? unreadable = null) : IListedSource
    {
        public int QuestionsMax => 1000;

        public bool CanRead => canRead;

        internal bool HasSizes { get; init; } = true;

        internal List<string> ReadWhole { get; } = [];

        internal List<string> ReadEnds { get; } = [];

        public ListedAnswer[] Ask(
            IReadOnlyList<ListedQuestion> questions, Action answered, CancellationToken cancellationToken) =>
        [
            .. questions.Select(
                one => new ListedAnswer(Of(one).Listed is null ? ListedState.Open : ListedState.Right)),
        ];

        public ListedAnswer[] Read(
            IReadOnlyList<ListedQuestion> questions, Action answered, CancellationToken cancellationToken) =>
            [.. questions.Select(Read)];

        internal SavedVolume ToVolume(string folder)
        {
            using SavedList list = new SavedVolumes(folder).CreateList();
            foreach (Thing one in things)
            {
                Assert.True(list.TryAdd(Encoding.UTF8.GetBytes(one.Name), new SavedFile
                {
                    Size = HasSizes ? one.Content.Length : SavedFile.UnknownSize,
                    Modified = default,
                    Listed = one.Listed,
                }));
            }

            return list.ToVolume(Address, new SavedDescription
            {
                Made = new FileTime(1, 0),
                Roots = [new SavedRoot("/"u8.ToArray(), default, "")],
            }, problems: 0, this);
        }

        private Thing Of(ListedQuestion question)
        {
            string name = Encoding.UTF8.GetString(question.Path.Span[1..]);
            return things.Single(one => one.Name == name);
        }

        private ListedAnswer Read(ListedQuestion question)
        {
            Assert.True(canRead, "It may not be read.");
            Thing one = Of(question);
            if (question.Ends is { } ends)
            {
                Assert.Equal(EndBytes, ends.Bytes);
                ReadEnds.Add(one.Name);
                ReadOnlySpan<byte> first = one.Content.AsSpan(0, ends.Bytes);
                if (!ends.MayBegin(first) || !ends.MayBe(first, one.Content.AsSpan(one.Content.Length - ends.Bytes)))
                {
                    return new ListedAnswer(ListedState.Open) { Differs = true };
                }
            }

            ReadWhole.Add(one.Name);
            return one == unreadable
                ? default
                : new ListedAnswer(ListedState.Open, one.DigestOf(DigestAlgorithm.Xxh3));
        }
    }
}
