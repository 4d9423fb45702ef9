using System.Runtime.InteropServices;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <content>Digests by other hash functions than XXH3-128, and files on saved volumes.</content>
internal sealed partial class TreeContents
{
    // Of files on disks, by file and then by hash function.
    private readonly NativeList<OtherDigest> _others = new();

    // Of files on saved volumes; the default value if there is none. Empty if all files are on disks.
    private readonly NativeBuffer<ListedDigest> _listed;

    // Files on saved volumes whose listed digest turned out to be that of something else.
    private readonly HashSet<int> _wrong = [];

    /// <summary>Returns whether a file is on a saved volume.</summary>
    internal bool IsSaved(int file) => _saved?.Contains(file) == true;

    /// <summary>Gets the digest by another hash function that is known of a file on a saved volume.</summary>
    internal ListedDigest? ListedOf(int file) =>
        IsSaved(file) && IsReadable(file) && _listed[file] != default ? _listed[file] : null;

    /// <summary>Returns whether the source has said that the listed digest is not one of the content.</summary>
    internal bool IsListedWrong(int file) => _wrong.Contains(file);

    /// <summary>Gets the digests of a file on a disk by other hash functions, as far as it was read for them.</summary>
    internal ReadOnlySpan<OtherDigest> OthersOf(int file)
    {
        if (!IsReadable(file))
        {
            return [];
        }

        ReadOnlySpan<OtherDigest> all = _others.Span;
        int first = ~all.BinarySearch(new OtherDigest(file, default));
        int end = first;
        while (end < all.Length && all[end].File == file)
        {
            end++;
        }

        return all[first..end];
    }

    /// <summary>Reads files completely for their XXH3-128 digest and for those by other hash functions.</summary>
    /// <param name="wanted">Which files on disks.</param>
    /// <param name="kinds">Chooses the other hash functions for a size. Called on any thread.</param>
    internal void ReadWholes(Func<int, bool> wanted, AlgorithmChoice kinds)
    {
        if (_options.Catalog is { } catalog)
        {
            new CatalogQuestions(catalog, Tree, _copies, _keys).Ask(
                _context, uniques: true, (int file, in ContentFact fact) => TakeOther(file, fact, wanted, kinds));
            SortOthers();
        }

        using var files = new NativeList<int>();
        for (int file = 0; file < Count; file++)
        {
            if (IsReadable(file) && !IsSaved(file) && wanted(file) && !AreKnown(file, kinds))
            {
                files.Add(file);
            }
        }

        _matcher.Digest(files, kinds, NoteDigests);
        SortOthers();
        Flush();
    }

    /// <summary>
    /// Asks the sources of saved volumes about files whose content the list leaves open, as far as they may be asked.
    /// </summary>
    /// <param name="files">The files, those that matter most first.</param>
    /// <returns>The number of files that were not asked about although their volume has a source.</returns>
    internal long AskSources(IReadOnlyList<int> files)
    {
        long left = 0;
        foreach (IGrouping<IListedSource?, int> one in files.GroupBy(file => _saved!.VolumeOf(file)!.Source))
        {
            if (one.Key is { } source)
            {
                int[] asked = [.. one.Take(source.QuestionsMax)];
                left += one.Count() - asked.Length + (asked.Length > 0 ? Ask(source, asked) : 0);
            }
        }

        return left;
    }

    private long Ask(IListedSource source, int[] files)
    {
        _context.Clock.Enter(FindStage.Ask, files.Length, 0);
        ListedQuestion[] questions = [.. files.Select(QuestionAbout)];
        ListedAnswer[] answers = source.Ask(questions, CountDone, _context.Cancellation);
        int[] open =
        [
            .. Enumerable.Range(0, files.Length).Where(i => answers[i].Digest is null
                && answers[i].State is ListedState.Open or ListedState.Unanswered),
        ];
        if (open.Length > 0)
        {
            // If nothing may be read, the source counts what would have to be.
            ListedAnswer[] read =
                source.Read([.. open.Select(i => questions[i])], CountDone, _context.Cancellation);
            for (int i = 0; i < open.Length; i++)
            {
                answers[open[i]] = read[i].State == ListedState.NotAsked ? answers[open[i]] : read[i];
            }
        }

        for (int i = 0; i < files.Length; i++)
        {
            Take(files[i], questions[i], answers[i]);
        }

        return answers.Count(static answer => answer.State == ListedState.NotAsked);
    }

    private ListedQuestion QuestionAbout(int file)
    {
        PathId name = _copies.FirstNameOf(file);
        _saved!.VolumeOf(file)!.TryGetFile(Tree.InodeOf(name), out SavedFile saved);
        return new ListedQuestion(Tree.Render(name), saved);
    }

    private void Take(int file, in ListedQuestion question, in ListedAnswer answer)
    {
        if (answer.State == ListedState.Failed)
        {
            _context.Problems.Add(
                _saved!.VolumeOf(file)!, question.Path.Span, FindStep.Confirm, answer.Error, answer.Message);
            _copies.States[file] = CopyState.Failed;
        }
        else if (answer.Digest is { Algorithm: DigestAlgorithm.Xxh3 } whole)
        {
            _wholes[file] = whole.Value;
        }
        else if (answer.Digest is { } better)
        {
            _listed[file] = better;
        }
        else if (answer.State == ListedState.Open)
        {
            _wrong.Add(file);
        }
    }

    // Called on any thread.
    private void CountDone() => _context.Progress.AddDone(1, 0);

    private NativeBuffer<ListedDigest> LoadSaved()
    {
        var listed = new NativeBuffer<ListedDigest>(_saved is null ? 0 : Count);
        listed.Span.Clear();
        _saved?.ReadAll(_context, (file, saved) =>
        {
            _wholes[file] = saved.Digest ?? default;
            listed[file] = saved.Listed ?? default;
        });
        return listed;
    }

    private bool AreKnown(int file, AlgorithmChoice kinds)
    {
        if (_wholes[file] == default)
        {
            return false;
        }

        foreach (DigestAlgorithm kind in kinds(SizeOf(file), stackalloc DigestAlgorithm[Matcher.AlgorithmsMax]))
        {
            if (!Has(file, kind))
            {
                return false;
            }
        }

        return true;
    }

    private bool Has(int file, DigestAlgorithm kind)
    {
        foreach (OtherDigest other in OthersOf(file))
        {
            if (other.Digest.Algorithm == kind)
            {
                return true;
            }
        }

        return false;
    }

    // Called on any thread.
    private void TakeOther(int file, in ContentFact fact, Func<int, bool> wanted, AlgorithmChoice kinds)
    {
        if (fact.Kind > FactKind.FirstDigest && fact.Value != default && wanted(file))
        {
            var kind = (DigestAlgorithm)(fact.Kind - FactKind.FirstDigest);
            if (kinds(SizeOf(file), stackalloc DigestAlgorithm[Matcher.AlgorithmsMax]).Contains(kind))
            {
                lock (_gate)
                {
                    _others.Add(new OtherDigest(file, new ListedDigest(kind, fact.Value)));
                }
            }
        }
    }

    // Called on any thread. The matcher starts each time with files that are only listed.
    private void NoteDigests(int file, ReadOnlySpan<DigestAlgorithm> kinds, ReadOnlySpan<Digest128> digests)
    {
        _wholes[file] = _copies.Digests[file];
        _copies.States[file] = CopyState.Listed;
        lock (_gate)
        {
            _notes?.Add(file, FactKind.Whole, _wholes[file]);
            for (int i = 0; i < kinds.Length; i++)
            {
                _others.Add(new OtherDigest(file, new ListedDigest(kinds[i], digests[i])));
                _notes?.Add(file, FactKind.FirstDigest + (byte)kinds[i], digests[i]);
            }
        }
    }

    // What was asked for or read again counts once.
    private void SortOthers()
    {
        Span<OtherDigest> all = _others.Span;
        all.Sort();
        int kept = 0;
        foreach (OtherDigest other in all)
        {
            if (kept == 0 || all[kept - 1].CompareTo(other) != 0)
            {
                all[kept++] = other;
            }
        }

        _others.Cut(kept);
    }
}

/// <summary>A digest of a file by another hash function than XXH3-128.</summary>
/// <param name="File">The file.</param>
/// <param name="Digest">The digest.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct OtherDigest(int File, ListedDigest Digest) : IComparable<OtherDigest>
{
    /// <summary>Compares by file, then by hash function.</summary>
    public int CompareTo(OtherDigest other)
    {
        int byFile = File.CompareTo(other.File);
        return byFile != 0 ? byFile : Digest.Algorithm.CompareTo(other.Digest.Algorithm);
    }
}
