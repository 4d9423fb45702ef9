using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// Keeps the groups of a search in the catalog. If the next search of the same roots lists exactly the same files, all
/// unchanged, they are its groups, too, in the same order, and nothing has to be compared.
/// </summary>
internal sealed class LastSearch
{
    // Null if the groups of this search cannot be kept.
    private readonly ContentCatalog? _catalog;
    private readonly PathTree _tree;
    private readonly SearchContext _context;
    private readonly UInt128 _key;
    private readonly ulong[] _fileSystems;
    private readonly long _problems;
    private readonly DateTimeOffset _begun;
    private ulong _seed;
    private Digest128? _listing;

    /// <summary>Prepares to find and keep groups after all files were listed.</summary>
    internal LastSearch(PathTree tree, SearchContext context)
    {
        (_tree, _context) = (tree, context);
        _problems = context.Problems.Count;
        _catalog = IsPlain(context.Options, tree) ? context.Options.Catalog : null;
        _begun = _catalog?.Time.GetUtcNow() ?? default;
        _fileSystems = _catalog is null ? [] : FileSystemsOf(tree.Devices);
        _key = _catalog is null ? default : KeyOf(context.Options);
    }

    /// <summary>Returns the copies and groups of the last search if they are still right, or null.</summary>
    internal Candidates? Find()
    {
        FindOptions options = _context.Options;
        using NativeBuffer<byte>? bytes = options.Reread ? null : _catalog?.FindResult(_key);
        if (bytes is null || !LastSearchGroups.TryRead(bytes.Span, out LastSearchGroups kept)
            || ListingWith(kept.Head.Seed) != kept.Head.Listing || (options.Digests && LacksDigest(kept)))
        {
            return null;
        }

        int[] devices = new int[kept.FileSystems.Length];
        for (int i = 0; i < devices.Length; i++)
        {
            devices[i] = Array.IndexOf(_fileSystems, kept.FileSystems[i]);
        }

        return LastSearchFiles.Find(kept, devices, _tree, _context);
    }

    /// <summary>
    /// Keeps the groups of a search that has run to completion, unless a file could not be compared, or they are kept.
    /// </summary>
    internal void Keep(GroupTable groups, Candidates candidates)
    {
        if (_catalog is null)
        {
            return;
        }

        bool isComplete = !_context.Cancellation.IsCancellationRequested && _context.Problems.Count == _problems;
        ulong seed = _listing is null ? RandomSeed() : _seed;
        if (candidates.Groups is not null || !isComplete || _tree.AnyDoubted || candidates.Repeated.Count > 0
            || ListingWith(seed) is not { } listing)
        {
            return;
        }

        using var keptGroups = new NativeList<LastSearchGroup>();
        using var members = new NativeList<LastSearchMember>();
        for (int i = 0; i < groups.Groups.Count; i++)
        {
            groups.PrefetchAfter(i);
            GroupRow group = groups.Groups[i];
            keptGroups.Add(new LastSearchGroup(
                groups.TryGetDigest(group, out Digest128 digest) ? digest : default, group.Count, (int)group.Proof));
            foreach (int copy in groups.MembersOf(group))
            {
                (int device, ulong inode) = candidates.Copies.IdentityOf(copy);
                members.Add(new LastSearchMember(inode, (uint)device));
            }
        }

        var kept = new LastSearchGroups
        {
            Head = new LastSearchHead(
                seed, listing, candidates.Compared, candidates.Files, _fileSystems.Length, keptGroups.Count,
                members.Count),
            FileSystems = _fileSystems,
            Groups = keptGroups.Span,
            Members = members.Span,
        };
        using NativeBuffer<byte> bytes = kept.ToBytes();
        _catalog.KeepResult(_key, _begun, bytes.Span);
    }

    private static bool IsPlain(FindOptions options, PathTree tree) =>
        options is
        {
            UsesLastSearch: true, Proof: ProofDemand.Standard, Uniques: false, Media: null, Folders: FolderMatching.Off,
        }
        && !tree.AnyLinkFollowed && !options.Roots.Any(static root => root.Volume is SavedVolume);

    // What else the groups depend on, such as filters, shows in the files that are listed.
    private static UInt128 KeyOf(FindOptions options)
    {
        var hash = new Xxh3State();
        foreach (FindRoot root in options.Roots)
        {
            hash.Append(root.Path.Span);
            hash.Append("\0"u8);
        }

        hash.Append([(byte)(options.Isolate ? 1 : 0)]);
        hash.Append(BitConverter.GetBytes(options.References));
        Digest128 key = hash.GetDigest();
        return new UInt128(key.High, key.Low);
    }

    private static bool LacksDigest(LastSearchGroups kept)
    {
        foreach (LastSearchGroup group in kept.Groups)
        {
            if (group.Digest == default)
            {
                return true;
            }
        }

        return false;
    }

    // A GUID, since the random numbers of System.Security.Cryptography load OpenSSL, which takes milliseconds.
    private static ulong RandomSeed() => Xxh3.Hash128(Guid.NewGuid().ToByteArray()).Low;

    // A file system that was listed as two devices counts as unknown: a file has an identity on each of them.
    private static ulong[] FileSystemsOf(SearchDevices devices)
    {
        ulong[] numbers = CatalogKeys.IdentitiesOf(devices);
        for (int i = 0; i < numbers.Length; i++)
        {
            bool isTrusted = (devices[i].Mount.Traits & FileSystemTraits.TrustedIds) != 0;
            bool isRepeated = Array.IndexOf(numbers, numbers[i]) != Array.LastIndexOf(numbers, numbers[i]);
            numbers[i] = isTrusted && !isRepeated ? numbers[i] : 0;
        }

        return numbers;
    }

    private Digest128? ListingWith(ulong seed)
    {
        if (_listing is null || seed != _seed)
        {
            _seed = seed;
            _listing = new ListingDigest(_tree, _context, _fileSystems).TryCompute(seed, out Digest128 listing)
                ? listing
                : null;
        }

        return _listing;
    }
}
