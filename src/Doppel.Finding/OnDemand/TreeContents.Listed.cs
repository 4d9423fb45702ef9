using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <content>Digests by other hash functions than XXH3-128, and files on saved volumes.</content>
internal sealed partial class TreeContents
{
    // Of files on saved volumes; the default value if there is none. Empty if all files are on disks.
    private readonly NativeBuffer<ListedDigest> _listed;

    // Files on saved volumes whose listed digest turned out to be that of something else.
    private readonly HashSet<int> _wrong = [];

    // Of files on disks; null if none was ever wanted.
    private OtherDigests? _others;

    /// <summary>Returns whether a file is on a saved volume.</summary>
    internal bool IsSaved(int file) => _saved.Contains(file);

    /// <summary>Gets the digest by another hash function that is known of a file on a saved volume.</summary>
    internal ListedDigest? ListedOf(int file) =>
        IsSaved(file) && IsReadable(file) && _listed[file] != default ? _listed[file] : null;

    /// <summary>Returns whether the source has said that the listed digest is not one of the content.</summary>
    internal bool IsListedWrong(int file) => _wrong.Contains(file);

    /// <summary>Gets the digest of a file on a disk by another hash function, or 0 if it is not known.</summary>
    internal Digest128 OtherOf(int file, DigestAlgorithm algorithm) =>
        IsReadable(file) && _others is not null ? _others.Of(file, algorithm) : default;

    /// <summary>Reads files completely for their XXH3-128 digest and for those by other hash functions.</summary>
    /// <param name="wanted">Which files on disks. Called on any thread.</param>
    /// <param name="kinds">Chooses the other hash functions for a size. Called on any thread.</param>
    internal void ReadWholes(Func<int, bool> wanted, AlgorithmChoice kinds)
    {
        OtherDigests others = _others ??= new OtherDigests(_copies);
        _catalog?.Ask(
            uniques: true, (int file, in ContentFact fact) => others.Take(file, fact, kinds),
            isDone: file => !wanted(file));

        using var files = new NativeList<int>();
        for (int file = 0; file < Count; file++)
        {
            if (IsReadable(file) && !IsSaved(file) && wanted(file)
                && (_wholes[file] == default || !others.HasAll(file, kinds)))
            {
                files.Add(file);
            }
        }

        others.Read(_hasher, files, kinds, _writer);
        foreach (int file in files)
        {
            // The hasher starts each time with files that are only listed.
            if (_copies.States[file] == CopyState.Hashed)
            {
                _wholes[file] = _copies.Digests[file];
                _copies.States[file] = CopyState.Unread;
            }
        }
    }

    /// <summary>
    /// Asks the sources of saved volumes about files whose content the list leaves open, as far as they may be asked.
    /// </summary>
    /// <param name="files">The files, those that matter most first.</param>
    /// <returns>The number of files that were not asked about although their volume has a source.</returns>
    internal long AskSources(IReadOnlyList<int> files)
    {
        var questions = new ListedQuestions(Tree, _context);
        long left = 0;
        foreach (int file in files)
        {
            int name = _copies.FirstNameOf(file).Value;
            if (ListedQuestions.SourceOf(Tree, name) is not null)
            {
                left++;
                questions.Add(name, file);
            }
        }

        foreach ((_, int file, ListedAnswer answer) in questions.Ask())
        {
            left -= answer.State == ListedState.NotAsked ? 0 : 1;
            Take(file, answer);
        }

        return left;
    }

    private void Take(int file, in ListedAnswer answer)
    {
        if (answer.State == ListedState.Failed)
        {
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

    private NativeBuffer<ListedDigest> LoadSaved()
    {
        var listed = new NativeBuffer<ListedDigest>(_saved.IsEmpty ? 0 : Count);
        listed.Span.Clear();
        if (!_saved.IsEmpty)
        {
            _saved.ReadAll(_context, (file, saved) =>
            {
                _wholes[file] = saved.Digest ?? default;
                listed[file] = saved.Listed ?? default;
            });
        }

        return listed;
    }
}
