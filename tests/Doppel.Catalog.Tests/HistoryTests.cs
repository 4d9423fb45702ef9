using Doppel.Hashing;
using Doppel.Testing;
using Doppel.Testing.Trees;
using static Doppel.Catalog.Tests.TestCatalog;

namespace Doppel.Catalog.Tests;

/// <summary>Random histories of several catalogs on one folder, compared with plain lists.</summary>
public sealed class HistoryTests
{
    public static TheoryData<int> Seeds =>
        [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(reduced: 20, full: 1000))];

    [Theory, MemberData(nameof(Seeds))]
    public void Several_catalogs_find_what_lists_would(int seed)
    {
        using var tree = new TempTree();
        using var history = new History(seed, $"{tree.Folder}/catalog", catalogs: 1 + (seed % 3));
        for (int i = 0; i < 300; i++)
        {
            history.Step();
        }

        Assert.Empty(history.Problems);
    }

    private sealed record Text(ulong Inode, ulong Stamp, FactKind Kind, byte[] Bytes, uint ReadAt);

    /// <summary>The catalogs, and what they must know.</summary>
    private sealed class History : IDisposable
    {
        private readonly Random _random;
        private readonly string _folder;
        private readonly ManualClock _clock = new();
        private readonly ContentCatalog[] _catalogs;
        private readonly List<ContentFact>[] _pending;
        private readonly bool[] _isOverdue;
        private readonly List<ContentFact> _written = [];
        private readonly List<string> _problems = [];
        private readonly Dictionary<(ulong Inode, FactKind Kind), List<Text>> _texts = [];
        private uint _time = 1000;

        public History(int seed, string folder, int catalogs)
        {
            (_random, _folder) = (new Random(seed), folder);
            _catalogs = [.. Enumerable.Range(0, catalogs).Select(_ => Open())];
            _pending = [.. _catalogs.Select(_ => new List<ContentFact>())];
            _isOverdue = new bool[catalogs];
        }

        public IEnumerable<string> Problems => _problems.Concat(_catalogs.SelectMany(catalog => catalog.Problems));

        public void Dispose()
        {
            foreach (ContentCatalog catalog in _catalogs)
            {
                catalog.Dispose();
            }
        }

        public void Step()
        {
            int i = _random.Next(_catalogs.Length);
            switch (_random.Next(100))
            {
                case < 22:
                    Add(i);
                    break;
                case < 30:
                    AddText(i);
                    break;
                case < 50:
                    _catalogs[i].Flush();
                    Written(i);
                    break;
                case < 75:
                    Find(i);
                    break;
                case < 85:
                    FindTexts(i);
                    break;
                case < 90:
                    _catalogs[i].Merge();
                    Written(i);
                    break;
                case < 94:
                    _catalogs[i].Dispose();
                    _problems.AddRange(_catalogs[i].Problems);
                    _catalogs[i] = Open();
                    Written(i);
                    break;
                case < 98:
                    _clock.Advance(TimeSpan.FromSeconds(2));
                    Array.Fill(_isOverdue, true);
                    break;
                default:
                    Assert.True(_catalogs[i].Forget(Disk));
                    _pending[i].Clear();
                    _written.Clear();
                    _texts.Clear();
                    break;
            }
        }

        // Half of the histories as on systems other than Linux, also beside catalogs that use its calls.
        private ContentCatalog Open() => ContentCatalog.Open(_folder, new CatalogOptions
        {
            Time = _clock,
            Files = new CatalogFiles(isPortable: _random.Next(2) == 0),
        });

        private void Add(int i)
        {
            ContentFact[] facts = [.. Enumerable.Range(0, _random.Next(1, 200)).Select(_ => NewFact())];
            bool isFirst = _pending[i].Count == 0;
            _catalogs[i].Add(Disk, facts);
            _pending[i].AddRange(facts);
            if (_isOverdue[i] && !isFirst)
            {
                Written(i);
            }

            _isOverdue[i] &= !isFirst;
        }

        // Times differ if there are several catalogs, since the order among them is not certain.
        private ContentFact NewFact() => new(
            (ulong)_random.Next(150), (ulong)_random.Next(3), (FactKind)_random.Next(1, 4),
            new Digest128((ulong)_random.NextInt64(), (ulong)_random.NextInt64()),
            _catalogs.Length == 1 ? (uint)_random.Next(5) : _time++);

        private void Written(int i)
        {
            _written.AddRange(_pending[i]);
            _pending[i].Clear();
            _isOverdue[i] = false;
        }

        private void Find(int i)
        {
            ContentQuery[] queries = [.. Enumerable.Range(0, _random.Next(1, 100)).Select(tag =>
                new ContentQuery((ulong)_random.Next(160), (ulong)_random.Next(3), tag))];
            ContentFact[] visible = [.. _written, .. _pending[i]];
            HashSet<ContentFact> asked = [.. visible.Where(fact => queries.Any(query => IsFor(query, fact)))];
            // A merge may drop all but the latest of an inode and a kind.
            IEnumerable<ContentFact> latest = visible.GroupBy(fact => (fact.Inode, fact.Kind))
                .Select(facts => facts.Aggregate((best, next) => next.ReadAt >= best.ReadAt ? next : best));
            ContentFact[] found = [.. Found(_catalogs[i], queries).Select(static fact =>
                fact.Kind <= FactKind.LooseMedia ? fact : fact with { Value = default })];
            Assert.Superset(asked.Intersect(latest).ToHashSet(), found.ToHashSet());
            Assert.Subset(asked, found.ToHashSet());
            if (_catalogs.Length == 1)
            {
                Assert.All(
                    found.GroupBy(fact => (fact.Inode, fact.Stamp, fact.Kind)),
                    facts => Assert.Equal(facts.MaxBy(fact => Array.LastIndexOf(visible, fact)), facts.Last()));
            }
        }

        // Some are as long as a text may be.
        private void AddText(int i)
        {
            int length = _random.Next(12) == 0 ? ContentCatalog.TextBytesMax : _random.Next(480);
            byte[] bytes = new byte[length];
            _random.NextBytes(bytes);
            var text = new Text(
                (ulong)_random.Next(12), (ulong)_random.Next(2), (FactKind)_random.Next(6, 8), bytes, _time++);
            var fact = new ContentFact(text.Inode, text.Stamp, text.Kind, default, text.ReadAt);
            _catalogs[i].AddText(Disk, fact, bytes);
            _pending[i].Add(fact);
            _catalogs[i].Flush();
            Written(i);
            if (!_texts.TryGetValue((text.Inode, text.Kind), out List<Text>? texts))
            {
                _texts.Add((text.Inode, text.Kind), texts = []);
            }

            texts.Add(text);
        }

        // Whatever is found was added. The last text of an inode and kind is found, since all have been written; or,
        // since the order among catalogs is not certain, another one of that stamp.
        private void FindTexts(int i)
        {
            FactKind kind = (FactKind)_random.Next(6, 8);
            ContentQuery[] queries = [.. Enumerable.Range(0, 24).Select(
                static tag => new ContentQuery((ulong)(tag / 2), (ulong)(tag % 2), tag))];
            Dictionary<int, string> found = [];
            _catalogs[i].FindTexts(
                Disk, queries, kind,
                (int tag, in ContentFact _, ReadOnlySpan<byte> text) => found.Add(tag, Convert.ToHexString(text)));
            Written(i);
            foreach (ContentQuery query in queries)
            {
                List<Text> texts = _texts.GetValueOrDefault((query.Inode, kind), []);
                if (found.TryGetValue(query.Tag, out string? text))
                {
                    Assert.Contains(texts, one => one.Stamp == query.Stamp && Convert.ToHexString(one.Bytes) == text);
                }

                if (texts is [.., { } last] && last.Stamp == query.Stamp)
                {
                    Assert.NotNull(text);
                    Assert.True(_catalogs.Length > 1 || text == Convert.ToHexString(last.Bytes));
                }
            }
        }

        private static bool IsFor(ContentQuery query, ContentFact fact) =>
            query.Inode == fact.Inode && query.Stamp == fact.Stamp;
    }
}
