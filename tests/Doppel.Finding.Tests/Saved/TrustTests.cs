using System.Text;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Equal digests of lists that are not accepted as proof, and a source that may know better ones.</summary>
public sealed class TrustTests : IDisposable
{
    private const string Address = "s3://b";

    private static readonly DigestAlgorithm[] s_algorithms =
        [DigestAlgorithm.Xxh64, DigestAlgorithm.Metro128, DigestAlgorithm.Md5, ContentHash.Md5Parts(1),
            DigestAlgorithm.Sha1, DigestAlgorithm.Sha256];

    private readonly TempTree _tree = new();

    public static TheoryData<int> Seeds =>
        [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(reduced: 60, full: 1000))];

    public void Dispose() => _tree.Dispose();

    [Theory, MemberData(nameof(Seeds))]
    public void Files_have_only_copies_that_are_proved_and_the_others_are_counted(int seed)
    {
        var random = new Random(seed);
        MemoryVolume disk = new();
        disk.AddFolder("/c");
        Dictionary<string, byte[]> files = [];
        for (int i = random.Next(1, 8); i > 0; i--)
        {
            files.Add($"/c/{i}", Content(random));
            disk.AddFile($"/c/{i}", files[$"/c/{i}"]);
        }

        (Source source, DigestAlgorithm trust) = (new Source(random), s_algorithms[random.Next(6)]);
        FindResult found = Find(source, trust, new FindRoot(disk, "/c"));
        string[] expected = Groups(files.Select(static file => (file.Key, Key: Hex(file.Value))).Concat(
            source.Objects.Where(one => !IsWeak(one, trust) || one.IsProvable)
                .Select(one => (one.Name, Key: Hex(one.Content)))
                .Where(one => files.Values.Any(content => Hex(content) == one.Key))));
        Thing[] doubted =
        [
            .. source.Objects.Where(one => IsWeak(one, trust)
                && files.Values.Any(content => content.AsSpan().SequenceEqual(one.Content))),
        ];
        Check(found, source, expected, doubted, doubted.Where(static one => !one.IsProvable));
    }

    [Theory, MemberData(nameof(Seeds))]
    public void Listed_files_are_compared_with_each_other_by_accepted_digests_of_one_kind(int seed)
    {
        var random = new Random(seed);
        (Source source, DigestAlgorithm trust) = (new Source(random), s_algorithms[random.Next(6)]);
        FindResult found = Find(source, trust);
        Thing[][] shared =
        [
            .. source.Objects.Where(one => IsWeak(one, trust)).GroupBy(static one => one.Listed)
                .Where(static same => same.Skip(1).Any()).Select(static same => same.ToArray()),
        ];
        HashSet<Thing> proved = [.. shared.Where(same => same.All(static one => one.IsProvable)).SelectMany(
            static same => same)];
        HashSet<Thing> unproved = [.. shared.SelectMany(static same => same).Except(proved)];
        string[] expected = Groups(source.Objects.Except(unproved).Select(one => (
            one.Name,
            Key: $"{(proved.Contains(one) ? DigestAlgorithm.Sha256 : one.Listed.Algorithm)} {Hex(one.Content)}")));
        string[] uniques = [.. found.Uniques.Select(static unique => unique.Copy.Names.Single().ToString())];
        Check(found, source, expected, shared.SelectMany(static same => same), unproved);

        // Neither is half of a group that is asked about: nothing is known of the other half.
        Assert.DoesNotContain(source.Objects, one => uniques.Contains(one.Name)
            && source.Objects.Any(other => other.Name != one.Name && other.Listed == one.Listed));
    }

    // As many digests as questions are answered, and all of them together decide.
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void A_group_that_is_answered_in_part_has_no_copies_and_no_uniques(int questions)
    {
        string[] names = [$"{Address}/1", $"{Address}/2", $"{Address}/3"];
        byte[] content = "content"u8.ToArray();
        var source = new Source(questions, names.Select(
            name => new Thing(name, content, DigestOf(DigestAlgorithm.Md5, content), IsProvable: true)));
        using FindResult found = Find(source, DigestAlgorithm.Sha256);
        Assert.Empty(found.Uniques);
        Assert.Equal(questions == names.Length ? 1 : 0, found.Groups.Count());
        Assert.Equal(questions == names.Length ? 0 : names.Length, found.Unproven);
        Assert.Equal(questions < names.Length, found.Unanswered > 0);
    }

    private static void Check(
        FindResult found, Source source, string[] expected, IEnumerable<Thing> doubted, IEnumerable<Thing> unproved)
    {
        using FindResult result = found;
        string[] lines = Groups(result.Groups.SelectMany(static (group, i) => group.Copies.Select(
            copy => (copy.Names.Single().ToString(), Key: $"{i}"))));
        if (source.QuestionsMax == 0)
        {
            Assert.Subset(
                source.Objects.Select(static one => one.Name).ToHashSet(),
                source.AskedForProof.Select(static name => $"{Address}/{name}").ToHashSet());
            Assert.True(expected.SequenceEqual(lines) || result.Unanswered > 0 || result.Unproven > 0);
            return;
        }

        Assert.Equal(expected, lines);
        Assert.Equal(unproved.Count(), result.Unproven);
        Assert.Equal((0, 0), (result.Undecided, result.Unanswered));
        Assert.Equal(
            doubted.Select(static one => one.Name).Order(StringComparer.Ordinal),
            source.AskedForProof.Select(static name => $"{Address}/{name}").Order(StringComparer.Ordinal));
    }

    // Digests of parts are those of MD5s.
    private static bool IsWeak(Thing one, DigestAlgorithm trust)
    {
        int[] strengths = [0, 1, 2, 2, 3, 4];
        int StrengthOf(DigestAlgorithm algorithm) => strengths[Array.IndexOf(s_algorithms, algorithm)];
        return StrengthOf(one.Listed.Algorithm) < StrengthOf(trust);
    }

    private static string[] Groups(IEnumerable<(string Name, string Key)> names) =>
    [
        .. names.GroupBy(static one => one.Key, static one => one.Name).Where(static same => same.Skip(1).Any())
            .Select(static same => string.Join(" | ", same.Order(StringComparer.Ordinal)))
            .Order(StringComparer.Ordinal),
    ];

    private static string Hex(byte[] content) => Convert.ToHexString(content);

    private static byte[] Content(Random random) =>
        Encoding.UTF8.GetBytes(new string('x', random.Next(1, 3)) + random.Next(2));

    private static ListedDigest DigestOf(DigestAlgorithm algorithm, byte[] content)
    {
        using var hash = ContentHash.Create(algorithm);
        hash.Append(content);
        return new ListedDigest(algorithm, hash.Finish());
    }

    private FindResult Find(Source source, DigestAlgorithm trust, params FindRoot[] roots)
    {
        using SavedVolume list = source.ToVolume(_tree.Folder);
        return Search.Run(new FindOptions
        {
            Roots = [new FindRoot(list, "/"), .. roots],
            Trust = trust,
            Uniques = true,
        });
    }

    private sealed record Thing(string Name, byte[] Content, ListedDigest Listed, bool IsProvable);

    private sealed class Source : IListedSource
    {
        internal Source(Random random)
        {
            QuestionsMax = random.Next(4) == 0 ? random.Next(3) : 1000;
            for (int i = random.Next(12); i > 0; i--)
            {
                byte[] content = TrustTests.Content(random);
                DigestAlgorithm algorithm = s_algorithms[random.Next(6)];
                Objects.Add(new Thing($"{Address}/{i}", content, DigestOf(algorithm, content), random.Next(3) > 0));
            }
        }

        internal Source(int questionsMax, IEnumerable<Thing> things)
        {
            QuestionsMax = questionsMax;
            Objects.AddRange(things);
        }

        public int QuestionsMax { get; private set; }

        internal List<Thing> Objects { get; } = [];

        internal List<string> AskedForProof { get; } = [];

        public ListedAnswer[] Ask(
            IReadOnlyList<ListedQuestion> questions, Action answered, CancellationToken cancellationToken)
        {
            QuestionsMax -= questions.Count;
            return [.. questions.Select(Answer)];
        }

        public bool CanRead => false;

        public ListedAnswer[] Read(
            IReadOnlyList<ListedQuestion> questions, Action answered, CancellationToken cancellationToken) =>
            new ListedAnswer[questions.Count];

        internal SavedVolume ToVolume(string folder)
        {
            using SavedList list = new SavedVolumes(folder).CreateList();
            foreach (Thing one in Objects)
            {
                string key = one.Name[(Address.Length + 1)..];
                Assert.True(list.TryAdd(Encoding.UTF8.GetBytes(key), new SavedFile
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

        private ListedAnswer Answer(ListedQuestion question)
        {
            string name = Encoding.UTF8.GetString(question.Path.Span[1..]);
            if (!question.NeedsProof)
            {
                return new ListedAnswer(ListedState.Right);
            }

            AskedForProof.Add(name);
            Thing one = Objects.Single(thing => thing.Name == $"{Address}/{name}");
            return new ListedAnswer(
                ListedState.Right, one.IsProvable ? DigestOf(DigestAlgorithm.Sha256, one.Content) : null);
        }
    }
}
