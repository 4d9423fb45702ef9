using System.Text;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Lists that leave open what some files contain, and a source that answers questions about them.</summary>
public sealed class ListedInquiryTests : IDisposable
{
    private const string Address = "s3://b";

    private static readonly int[] s_sizes = [1, 100, 65_536, 65_537, 300_000, (2 << 20) - 1, (2 << 20) + 5];

    private readonly TempTree _tree = new();

    private enum Kind
    {
        Plain,
        Parts,
        WrongParts,
        Encrypted,
        EncryptedWithChecksum,
        Unknown,
        UnknownWithChecksum,
        Gone,
    }

    public static TheoryData<int> Seeds =>
        [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(reduced: 20, full: 500))];

    public void Dispose() => _tree.Dispose();

    // The oracle knows the contents: a file has the copies among the objects whose content can be found out.
    [Theory, MemberData(nameof(Seeds))]
    public void Every_copy_that_the_source_can_identify_is_found(int seed)
    {
        var random = new Random(seed);
        (MemoryVolume disk, Dictionary<string, byte[]> files) = Disk(random);
        var source = new Source(Objects(random), questionsMax: int.MaxValue);
        using SavedVolume list = source.ToVolume(_tree.Folder);
        using ContentCatalog? catalog = seed % 2 == 0 ? null : ContentCatalog.Open($"{_tree.Folder}/{seed}");
        FindOptions options = new()
        {
            Roots = [new FindRoot(list, "/"), new FindRoot(disk, "/c")],
            Threads = 2,
            Catalog = catalog,
        };
        using FindResult found = Search.Run(options);
        Assert.Equal(Expected(files, source.Objects), Lines(found));

        HashSet<int> sizes = [.. files.Values.Select(static content => content.Length)];
        Assert.Equal(source.Asked.Count, source.Asked.Distinct().Count());
        Assert.All(source.Asked, name => Assert.Contains(source.Objects[name].Content.Length, sizes));
        Assert.All(source.Asked, name => Assert.False(
            source.Objects[name].Kind is Kind.Plain or Kind.Parts && IsOnDisk(source.Objects[name])));
        Assert.Equal(
            source.Objects.Where(one => one.Value.Kind == Kind.Gone && source.Asked.Contains(one.Key))
                .Select(static one => $"{Address}/{one.Key}").Order(StringComparer.Ordinal),
            found.Problems.Select(static problem => problem.Path.ToString()).Order(StringComparer.Ordinal));

        bool isOpen = source.Objects.Values.Any(one =>
            one.Kind is Kind.Encrypted or Kind.Unknown && sizes.Contains(one.Content.Length));
        Assert.True(!isOpen || found.Undecided > 0);
        bool mayBeOpen = source.Objects.Values.Any(static one => one.Kind is Kind.Encrypted or Kind.Unknown);
        Assert.True(mayBeOpen || found.Undecided == 0);
        Assert.Equal(0, found.Unanswered);

        using FindResult again = Search.Run(options);
        Assert.Equal(Lines(found), Lines(again));
        Assert.True(catalog is null || again.Summary.Opened == 0);

        bool IsOnDisk(Thing one) => files.Values.Any(content => content.AsSpan().SequenceEqual(one.Content));
    }

    [Theory, MemberData(nameof(Seeds))]
    public void Without_all_answers_no_wrong_copy_is_found_and_what_is_missing_is_counted(int seed)
    {
        var random = new Random(seed);
        (MemoryVolume disk, Dictionary<string, byte[]> files) = Disk(random);
        var source = new Source(Objects(random), questionsMax: random.Next(4));
        using SavedVolume list = source.ToVolume(_tree.Folder);
        using FindResult found = Search.Run(new FindOptions
        {
            Roots = [new FindRoot(list, "/"), new FindRoot(disk, "/c")],
        });
        Assert.True(source.QuestionsMax >= 0);
        Dictionary<string, byte[]> contents = new(files);
        foreach ((string name, Thing one) in source.Objects)
        {
            contents.Add($"{Address}/{name}", one.Content);
        }

        string[] lines = Lines(found);
        Assert.All(lines, line => Assert.Single(
            line.Split(" | ").Select(name => Convert.ToHexString(contents[name])).Distinct()));
        bool isComplete = Expected(files, source.Objects).SequenceEqual(lines);
        Assert.True(isComplete || found.Unanswered > 0 || found.Problems.Count > 0 || IsEncrypted());

        // Of encrypted files that were not asked about, some are believed to be plain.
        bool IsEncrypted() => source.Objects.Values.Any(
            static one => one.Kind is Kind.EncryptedWithChecksum or Kind.Encrypted or Kind.Gone);
    }

    private static string[] Expected(Dictionary<string, byte[]> files, IReadOnlyDictionary<string, Thing> objects) =>
    [
        .. files.GroupBy(static file => Convert.ToHexString(file.Value), static file => file.Key)
            .Select(same => same.Concat(objects
                .Where(one => Convert.ToHexString(one.Value.Content) == same.Key && IsTold(one.Value.Kind))
                .Select(static one => $"{Address}/{one.Key}")))
            .Where(static names => names.Skip(1).Any())
            .Select(static names => string.Join(" | ", names.Order(StringComparer.Ordinal)))
            .Order(StringComparer.Ordinal),
    ];

    private static bool IsTold(Kind kind) =>
        kind is Kind.Plain or Kind.Parts or Kind.WrongParts or Kind.EncryptedWithChecksum or Kind.UnknownWithChecksum;

    private static string[] Lines(FindResult result) =>
    [
        .. result.Groups
            .Select(static group => string.Join(" | ", group.Copies
                .Select(static copy => copy.Names.Single().ToString()).Order(StringComparer.Ordinal)))
            .Order(StringComparer.Ordinal),
    ];

    private static byte[] Content(Random random)
    {
        int size = s_sizes[random.Next(s_sizes.Length)];
        byte[] content = Search.Random(random.Next(2), size);
        return random.Next(3) == 0 ? Search.Flip(content, random.Next(size)) : content;
    }

    private static (MemoryVolume Disk, Dictionary<string, byte[]> Files) Disk(Random random)
    {
        var volume = new MemoryVolume();
        volume.SetMount(new MountFacts
        {
            Device = 1,
            Identity = new FileSystemIdentity(new UInt128(1, 7), 0),
            Traits = FileSystemTraits.TrustedIds,
        });
        volume.AddFolder("/c");
        Dictionary<string, byte[]> files = [];
        for (int i = random.Next(10); i > 0; i--)
        {
            byte[] content = Content(random);
            MemoryNode node = volume.AddFile($"/c/{i}", content);
            node.Modified = node.Changed = new FileTime(random.Next(1_000_000_000), random.Next(1_000_000_000));
            files.Add($"/c/{i}", content);
        }

        return (volume, files);
    }

    private static Dictionary<string, Thing> Objects(Random random)
    {
        Dictionary<string, Thing> objects = [];
        Kind[] kinds = Enum.GetValues<Kind>();
        for (int i = random.Next(10); i > 0; i--)
        {
            objects.Add($"p{random.Next(2)}/{i}", new Thing(kinds[random.Next(kinds.Length)], Content(random), random));
        }

        return objects;
    }

    private static ListedDigest DigestOf(DigestAlgorithm algorithm, byte[] content)
    {
        using var hash = ContentHash.Create(algorithm);
        hash.Append(content);
        return new ListedDigest(algorithm, hash.Finish());
    }

    private sealed class Thing
    {
        internal Thing(Kind kind, byte[] content, Random random)
        {
            (Kind, Content) = (kind, content);
            ListedDigest md5 = DigestOf(DigestAlgorithm.Md5, content);
            ListedDigest parts = DigestOf(ContentHash.Md5Parts(1), content);
            var random128 = new Digest128((ulong)random.NextInt64(), (ulong)random.NextInt64());
            Listed = kind switch
            {
                Kind.Plain => md5,
                Kind.Parts => parts,
                Kind.WrongParts => parts with { Algorithm = ContentHash.Md5Parts(2) },
                Kind.Unknown or Kind.UnknownWithChecksum => null,
                _ => md5 with { Value = random128 },
            };
            Answer = kind switch
            {
                Kind.Plain or Kind.Parts => new ListedAnswer(ListedState.Right),
                Kind.WrongParts => new ListedAnswer(ListedState.Open, parts),
                Kind.EncryptedWithChecksum or Kind.UnknownWithChecksum =>
                    new ListedAnswer(ListedState.Open, DigestOf(DigestAlgorithm.Sha256, content)),
                Kind.Gone => new ListedAnswer(ListedState.Failed, Error: new VolumeError(VolumeErrorKind.Vanished)),
                _ => new ListedAnswer(ListedState.Open),
            };
        }

        internal Kind Kind { get; }

        internal byte[] Content { get; }

        internal ListedDigest? Listed { get; }

        internal ListedAnswer Answer { get; }
    }

    private sealed class Source(Dictionary<string, Thing> objects, int questionsMax) : IListedSource
    {
        public int QuestionsMax => questionsMax - Asked.Count;

        internal IReadOnlyDictionary<string, Thing> Objects => objects;

        internal List<string> Asked { get; } = [];

        public ListedAnswer[] Ask(
            IReadOnlyList<ListedQuestion> questions, Action answered, CancellationToken cancellationToken)
        {
            string[] names =
                [.. questions.Select(static question => Encoding.UTF8.GetString(question.Path.Span[1..]))];
            Asked.AddRange(names);
            Assert.All(questions, (question, i) => Assert.Equal(objects[names[i]].Listed, question.File.Listed));
            return [.. names.Select(name => objects[name].Answer)];
        }

        public bool CanRead => false;

        public ListedAnswer[] Read(
            IReadOnlyList<ListedQuestion> questions, Action answered, CancellationToken cancellationToken) =>
            new ListedAnswer[questions.Count];

        internal SavedVolume ToVolume(string folder)
        {
            using SavedList list = new SavedVolumes(folder).CreateList();
            foreach ((string name, Thing one) in objects)
            {
                Assert.True(list.TryAdd(Encoding.UTF8.GetBytes(name), new SavedFile
                {
                    Size = one.Content.Length,
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
    }
}
