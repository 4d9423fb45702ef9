using System.Buffers.Binary;
using Doppel.Finding;
using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.Fleet;

/// <content>
/// Buckets and saved volumes, whose files are never read: only digests are known, often by other hash functions. Hosts
/// with disks that have files of the same sizes read those for these hash functions too, and tell what each digest
/// stands for.
/// </content>
internal sealed partial class HostFiles
{
    /// <summary>The weakest hash function of a list that is believed, as by default in a search.</summary>
    private const DigestAlgorithm Trust = DigestAlgorithm.Metro128;

    // Lists have a few hash functions. More of them would only cost time.
    private const int HashesMax = 8;

    // Files with different contents have this digest.
    private static readonly Digest128 s_disputed = new(ulong.MaxValue, ulong.MaxValue);

    private readonly Dictionary<long, DigestAlgorithm[]> _hashesOfLists = [];
    private readonly Dictionary<string, DigestAlgorithm[]> _sameHashes = new(StringComparer.Ordinal);
    private readonly List<(Digest128 Digest, DigestAlgorithm Hash, Digest128 Content, int File)> _digests = [];

    // What others say about the digests of a list; the default value if nothing.
    private readonly NativeBuffer<Digest128> _contentTold;
    private readonly NativeBits _listedShared;
    private readonly NativeBits _asked;

    /// <summary>Gets whether the files are those of a bucket or a saved volume.</summary>
    internal bool IsOfLists { get; }

    /// <summary>Gets the number of files whose size no list says.</summary>
    internal long WithoutSize { get; }

    /// <summary>Gets the number of files of a list about which its source was not asked.</summary>
    internal long Unanswered { get; private set; }

    /// <summary>Counts the files whose size exists twice, but whose content is not known.</summary>
    internal long CountUndecided()
    {
        long count = 0;
        for (int file = 0; IsOfLists && file < _contents.Count; file++)
        {
            count += _sizeShared[file] && _contents.WholeOf(file) == default && !IsComparable(file) ? 1 : 0;
        }

        return count;
    }

    /// <summary>Notes which hash functions the lists of others have used for files of the sizes here.</summary>
    /// <param name="all">The hash functions with the sizes, by size.</param>
    internal void LearnHashes(IEnumerable<(long Size, DigestAlgorithm Hash)> all)
    {
        _hashesOfLists.Clear();
        foreach ((long size, DigestAlgorithm hash) in OfOwnSizes(all, static one => one.Size))
        {
            if (IsBelieved(hash))
            {
                DigestAlgorithm[] known = _hashesOfLists.GetValueOrDefault(size, []);
                _hashesOfLists[size] = known.Length < HashesMax ? Shared([.. known, hash]) : known;
            }
        }
    }

    /// <summary>Returns those of some sizes that files here have.</summary>
    /// <param name="sorted">The sizes, in order.</param>
    internal HashSet<long> OwnSizesOf(IEnumerable<long> sorted) => [.. OfOwnSizes(sorted, static size => size)];

    /// <summary>Forgets what others say about the digests of a list.</summary>
    internal void ForgetContents() => _contentTold.Span.Clear();

    /// <summary>Notes what others say about a digest of a list.</summary>
    /// <param name="files">The files with this digest.</param>
    /// <param name="least">The least content.</param>
    /// <param name="largest">The largest content. If it is another one, the digest proves nothing.</param>
    internal void LearnContent(ReadOnlySpan<int> files, Digest128 least, Digest128 largest)
    {
        foreach (int file in files)
        {
            _contentTold[file] = least == largest ? least : s_disputed;
        }
    }

    /// <summary>
    /// Asks the source of a list, such as a server, about files whose size exists twice and whose content is open: no
    /// digest is known, or hosts have read their files of this size and none has the digest, so that it may be wrong.
    /// </summary>
    /// <param name="sizesRead">The sizes of which hosts have read their files.</param>
    /// <returns>Whether there were any.</returns>
    internal bool AskSources(IReadOnlySet<long> sizesRead)
    {
        List<int> unknown = [];
        List<int> ofParts = [];
        List<int> others = [];
        for (int file = 0; file < _contents.Count; file++)
        {
            bool isOpen = _sizeShared[file] && !_asked[file] && _contentTold[file] == default
                && _contents.WholeOf(file) == default;
            if (isOpen && _contents.ListedOf(file) is not { } listed)
            {
                unknown.Add(file);
            }
            else if (isOpen && sizesRead.Contains(_contents.SizeOf(file)))
            {
                bool isOfParts = ContentHash.PartBytesOf(_contents.ListedOf(file)!.Value.Algorithm) > 0;
                (isOfParts ? ofParts : others).Add(file);
            }
        }

        List<int> open = [.. unknown, .. ofParts, .. others];
        foreach (int file in open)
        {
            _asked.Set(file);
        }

        Unanswered += open.Count > 0 ? _contents.AskSources(open) : 0;
        return open.Count > 0;
    }

    private static bool IsBelieved(DigestAlgorithm hash) =>
        ContentHash.IsKnown(hash) && ContentHash.IsAtLeast(hash, Trust);

    // Others may have any number of sizes.
    private IEnumerable<T> OfOwnSizes<T>(IEnumerable<T> sorted, Func<T, long> sizeOf)
    {
        CopyRuns runs = _contents.Runs.GetEnumerator();
        bool isRun = runs.MoveNext();
        foreach (T one in sorted)
        {
            while (isRun && _contents.SizeOf(runs.Current.First) < sizeOf(one))
            {
                isRun = runs.MoveNext();
            }

            if (isRun && _contents.SizeOf(runs.Current.First) == sizeOf(one))
            {
                yield return one;
            }
        }
    }

    // There are many sizes, and few sets of hash functions.
    private DigestAlgorithm[] Shared(DigestAlgorithm[] hashes)
    {
        string key = string.Concat(hashes.Select(static hash => (char)hash));
        return _sameHashes.TryGetValue(key, out DigestAlgorithm[]? same) ? same : _sameHashes[key] = hashes;
    }

    private bool IsForLists(int file) => _hashesOfLists.ContainsKey(_contents.SizeOf(file));

    private ReadOnlySpan<DigestAlgorithm> HashesOf(long size, Span<DigestAlgorithm> buffer)
    {
        int count = 0;
        foreach (DigestAlgorithm hash in _hashesOfLists.GetValueOrDefault(size, []))
        {
            if (hash != DigestAlgorithm.Xxh3)
            {
                buffer[count++] = hash;
            }
        }

        return buffer[..count];
    }

    // What stands for the content of a file in the tables, or the default value if nothing does.
    private Digest128 ContentOf(int file)
    {
        Digest128 whole = _contents.WholeOf(file);
        if (whole != default || !IsOfLists || !IsComparable(file))
        {
            return whole;
        }

        // A digest that nobody has computed is of use if another list has it, too.
        Digest128 own = _listedShared[file] ? EarlyMatches.KeyOf(_contents.ListedOf(file)!.Value) : default;
        return _contentTold[file] == default ? own : _contentTold[file];
    }

    // Whether the digest that a list has of a file is believed to be that of its content alone.
    private bool IsComparable(int file) => _contents.ListedOf(file) is { } listed && IsBelieved(listed.Algorithm)
        && !_contents.IsListedWrong(file) && _contentTold[file] != s_disputed;

    // By which hash function a file was compared.
    private DigestAlgorithm HashOf(int file) => IsOfLists && _contents.WholeOf(file) == default
        ? _contents.ListedOf(file)?.Algorithm ?? DigestAlgorithm.Xxh3
        : DigestAlgorithm.Xxh3;

    // The same in each list, other than the place in it.
    private ulong InodeOf(int file) =>
        Xxh3.Hash128(_contents.Tree.Render(new PathId(_contents.NamesOf(file)[0]))).Low;

    private void AddListed(CopyRun run, RowBatch rows)
    {
        _digests.Clear();
        for (int file = run.First; file < run.First + run.Count; file++)
        {
            if (_sizeShared[file])
            {
                CollectDigests(file);
            }
        }

        _digests.Sort();
        for (int first = 0; first < _digests.Count;)
        {
            (Digest128 digest, DigestAlgorithm hash, Digest128 content, _) = _digests[first];
            int end = first;
            for (; end < _digests.Count && _digests[end].Digest == digest; end++)
            {
                content = _digests[end].Content == content ? content : s_disputed;
            }

            Span<byte> values = rows.Add(_contents.SizeOf(run.First), digest, []);
            BinaryPrimitives.WriteUInt32LittleEndian(values, (uint)(end - first));
            values[sizeof(uint)] = (byte)hash;
            content.WriteBytes(values[(sizeof(uint) + sizeof(byte))..]);
            for (; first < end; first++)
            {
                rows.AddFile(_digests[first].File);
            }
        }
    }

    private void CollectDigests(int file)
    {
        Digest128 whole = _contents.WholeOf(file);
        if (!IsOfLists)
        {
            // Others may have been read for a list that is gone.
            foreach (DigestAlgorithm hash in _hashesOfLists.GetValueOrDefault(_contents.SizeOf(file), []))
            {
                Digest128 other = _contents.OtherOf(file, hash);
                if (whole != default && other != default)
                {
                    _digests.Add((other, hash, whole, file));
                }
            }
        }
        else if (whole != default)
        {
            _digests.Add((whole, DigestAlgorithm.Xxh3, default, file));
        }
        else if (_contents.ListedOf(file) is { } listed && IsBelieved(listed.Algorithm))
        {
            // Wrong ones, too: that hosts have read their files of this size shows that it is worth asking.
            _digests.Add((listed.Value, listed.Algorithm, default, file));
        }
    }
}
