using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Pooling;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// Reads files again and compares them with what the catalog knows, to find content that has changed without a trace in
/// the times of the file: silent corruption. Never writes to a volume.
/// </summary>
public static class Verifier
{
    /// <summary>Reads every file that the catalog knows, and adds those that it does not know yet.</summary>
    /// <param name="options">What to verify, with the catalog. Options about groups have no effect.</param>
    /// <param name="unreadSince">
    /// Files that were read at this time or later are skipped. Default: none are.
    /// </param>
    /// <param name="accepted">
    /// Whether corrupt files are known from now on as they are, after they have been reported once more.
    /// </param>
    /// <param name="progress">Counters for another thread to read, or null if not needed.</param>
    /// <param name="cancellation">Cancels the run. What was read so far is returned and kept in the catalog.</param>
    /// <exception cref="ArgumentException">An option is out of range, or there is no catalog.</exception>
    public static VerifyResult Verify(
        FindOptions options, DateTimeOffset? unreadSince = null, bool accepted = false,
        FindProgress? progress = null, CancellationToken cancellation = default)
    {
        options.Validate();
        ContentCatalog catalog = options.Catalog
            ?? throw new ArgumentException("Verifying needs a catalog.", nameof(options));
        progress ??= new FindProgress();
        using var context = new SearchContext(options, progress, cancellation);
        using var tree = new PathTree(marksFolders: false, keepsStamps: true);

        context.Clock.Enter(FindStage.Scan, 0, 0);
        new Scanner(options with { Folders = FolderMatching.Off }, tree, context).Run();

        context.Clock.Enter(FindStage.Group, 0, 0);
        var sizes = new SizeGrouping(tree, context.Problems, uniques: true);
        using CopyTable copies = sizes.Run();
        using var run = new Verification(catalog, tree, copies, context, accepted);
        using NativeList<int> due = run.Due(unreadSince?.ToUnixTimeSeconds() ?? long.MaxValue);
        using var hasher = new CopyHasher(copies, context);
        hasher.HashFromDevices(due, run.Check);
        using NativeList<int> differing = run.TakeDiffering();
        hasher.HashFromDevices(differing, run.CheckAgain);
        run.Flush();
        context.Clock.Enter(FindStage.Done, 0, 0);
        return new VerifyResult
        {
            Complete = !cancellation.IsCancellationRequested,
            Corrupt = run.Corrupt,
            Problems = context.Problems.ToSorted(),
            Files = copies.Count,
            Verified = run.Verified,
            Added = run.Added,
            Unknowable = run.Unknowable,
            BytesRead = hasher.Read.Bytes,
            Seconds = context.Clock.Seconds,
        };
    }

    private sealed class Verification : IDisposable
    {
        private readonly Lock _gate = new();
        private readonly PathTree _tree;
        private readonly CopyTable _copies;
        private readonly CatalogKeys _keys;
        private readonly FactWriter _writer;
        private readonly SearchContext _context;
        private readonly NativeBuffer<Expected> _expected;
        private readonly List<(int Copy, Digest128 Found)> _differing = [];
        private readonly List<CorruptFile> _corrupt = [];
        private readonly bool _accepted;

        internal Verification(
            ContentCatalog catalog, PathTree tree, CopyTable copies, SearchContext context, bool accepted)
        {
            _accepted = accepted;
            _tree = tree;
            _copies = copies;
            _context = context;
            var access = new CatalogAccess(catalog, copies, context);
            (_keys, _writer) = (access.Keys, access.NewWriter());
            _expected = new NativeBuffer<Expected>(copies.Count);
            _expected.Span.Clear();
            access.Ask(uniques: true, Take);
        }

        internal IReadOnlyList<CorruptFile> Corrupt =>
            [.. _corrupt.OrderBy(static file => file.Names[0].ToString(), StringComparer.Ordinal)];

        internal long Verified { get; private set; }

        internal long Added { get; private set; }

        internal long Unknowable { get; private set; }

        public void Dispose() => _expected.Dispose();

        internal void Flush() => _writer.Flush();

        /// <summary>Returns the copies that were not read since a time, in seconds since 1970.</summary>
        internal NativeList<int> Due(long unreadSince)
        {
            var due = new NativeList<int>();
            for (int copy = 0; copy < _copies.Count; copy++)
            {
                if (!_keys.TryGet(copy, out _))
                {
                    Unknowable++;
                }
                else if (_expected[copy].Digest == default || _expected[copy].ReadAt < unreadSince)
                {
                    due.Add(copy);
                }
            }

            return due;
        }

        /// <summary>
        /// Compares a copy that was read with what is known. One that differs is kept for a second reading.
        /// </summary>
        internal void Check(int copy)
        {
            Digest128 found = _copies.Digests[copy];
            lock (_gate)
            {
                if (!_keys.TryGet(copy, out _))
                {
                    Unknowable++;
                }
                else if (_expected[copy].Digest == default || _expected[copy].Digest == found)
                {
                    Verified += _expected[copy].Digest == found ? 1 : 0;
                    Added += _expected[copy].Digest == found ? 0 : 1;
                    _writer.Add(copy, FactKind.Whole, found);
                }
                else
                {
                    _differing.Add((copy, found));
                }
            }
        }

        /// <summary>Returns the copies that differ from what is known, ready to be read again.</summary>
        internal NativeList<int> TakeDiffering()
        {
            var copies = new NativeList<int>();
            foreach ((int copy, _) in _differing)
            {
                _copies.States[copy] = CopyState.Unread;
                copies.Add(copy);
            }

            return copies;
        }

        /// <summary>
        /// Compares a copy that differed and was read again. It is noted only if accepted, and reported as corrupt only
        /// if both readings agree.
        /// </summary>
        internal void CheckAgain(int copy)
        {
            Digest128 found = _copies.Digests[copy];
            Expected expected = _expected[copy];
            lock (_gate)
            {
                if (_differing.Find(one => one.Copy == copy).Found != found)
                {
                    PathId name = _copies.FirstNameOf(copy);
                    _context.Problems.Add(
                        _tree.Devices[_tree.MarkOf(name).Device].Volume, _tree.Render(name), FindStep.Read,
                        new VolumeError(VolumeErrorKind.Changed));
                }
                else if (!_keys.TryGet(copy, out _))
                {
                    Unknowable++;
                }
                else
                {
                    _corrupt.Add(new CorruptFile(
                        Array.ConvertAll(_copies.SortedNamesOf(copy), name => new ReportName(_tree.Render(name))),
                        _copies.SizeOf(copy), DateTimeOffset.FromUnixTimeSeconds(expected.ReadAt), expected.Digest,
                        found));
                    if (_accepted)
                    {
                        _writer.Add(copy, FactKind.Whole, found);
                        TakeBackOthers(copy);
                    }
                }
            }
        }

        // Whatever else is known is of the content before. A fact without a value says that nothing is known.
        private void TakeBackOthers(int copy)
        {
            foreach (FactKind kind in Enum.GetValues<FactKind>())
            {
                if (kind is not (FactKind.Whole or FactKind.FirstDigest))
                {
                    _writer.Add(copy, kind, default);
                }
            }

            foreach (DigestAlgorithm algorithm in ContentHash.All)
            {
                _writer.Add(copy, FactKind.FirstDigest + (byte)algorithm, default);
            }
        }

        private void Take(int copy, in ContentFact fact)
        {
            if (fact.Kind == FactKind.Whole)
            {
                _expected[copy] = new Expected(fact.Value, fact.ReadAt);
            }
        }

        private readonly record struct Expected(Digest128 Digest, uint ReadAt);
    }
}
