using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// Keeps the groups of a search in the catalog. If the next search of the same roots lists exactly the same files, all
/// unchanged, they are its groups, too, in the same order, and nothing has to be compared.
/// </summary>
internal sealed class GroupMemory
{
    private readonly ContentCatalog _catalog;
    private readonly PathTree _tree;
    private readonly SearchContext _context;
    private readonly UInt128 _key;
    private readonly ulong[] _fileSystems;
    private readonly bool _needsDigests;
    private readonly bool _mayRecall;
    private readonly long _problems;
    private readonly DateTimeOffset _begun;
    private ulong _seed;
    private Digest128? _listing;
    private bool _hasRecalled;

    private GroupMemory(FindOptions options, PathTree tree, SearchContext context)
    {
        (_catalog, _tree, _context) = (options.Catalog!, tree, context);
        (_needsDigests, _mayRecall) = (options.Digests, !options.Reread);
        _problems = context.Problems.Count;
        _begun = _catalog.Time.GetUtcNow();
        _fileSystems = FileSystemsOf(tree.Devices);
        _key = KeyOf(options);
    }

    /// <summary>Returns the memory of a search that has listed its files, or null if it cannot have one.</summary>
    internal static GroupMemory? For(FindOptions options, PathTree tree, SearchContext context)
    {
        bool isPlain = options is
        {
            KeepsGroups: true, Catalog: not null, Proof: ProofDemand.Standard, Uniques: false, Media: null,
            Folders: FolderMatching.Off,
        };
        return isPlain && !tree.AnyLinkFollowed && !options.Roots.Any(static root => root.Volume is SavedVolume)
            ? new GroupMemory(options, tree, context)
            : null;
    }

    /// <summary>Returns the groups of the last search if they are still right, or null.</summary>
    internal RecalledGroups? Recall()
    {
        using NativeBuffer<byte>? bytes = _mayRecall ? _catalog.FindResult(_key) : null;
        if (bytes is null || !KeptGroups.TryRead(bytes.Span, out KeptGroups kept)
            || ListingWith(kept.Head.Seed) != kept.Head.Listing || (_needsDigests && LacksDigest(kept)))
        {
            return null;
        }

        int[] devices = new int[kept.FileSystems.Length];
        for (int i = 0; i < devices.Length; i++)
        {
            devices[i] = Array.IndexOf(_fileSystems, kept.FileSystems[i]);
        }

        RecalledGroups? recalled = RecalledGroups.Of(kept, devices, _tree, _context);
        _hasRecalled = recalled is not null;
        return recalled;
    }

    /// <summary>
    /// Keeps the groups of a search that has run to completion, unless a file could not be compared, or they are kept.
    /// </summary>
    internal void Keep(GroupTable groups, CopyTable copies, SizeGrouping sizes)
    {
        bool isComplete = !_context.Cancellation.IsCancellationRequested && _context.Problems.Count == _problems;
        ulong seed = _listing is null ? RandomSeed() : _seed;
        if (_hasRecalled || !isComplete || _tree.AnyDoubted || sizes.Repeated.Count > 0
            || ListingWith(seed) is not { } listing)
        {
            return;
        }

        using var keptGroups = new NativeList<KeptGroup>();
        using var members = new NativeList<KeptMember>();
        for (int i = 0; i < groups.Groups.Count; i++)
        {
            groups.PrefetchAfter(i);
            GroupRow group = groups.Groups[i];
            keptGroups.Add(new KeptGroup(
                groups.TryGetDigest(group, out Digest128 digest) ? digest : default, group.Count, (int)group.Proof));
            foreach (int copy in groups.MembersOf(group))
            {
                (int device, ulong inode) = copies.IdentityOf(copy);
                members.Add(new KeptMember(inode, (uint)device));
            }
        }

        var kept = new KeptGroups
        {
            Head = new KeptHead(
                seed, listing, copies.Count, sizes.Files, _fileSystems.Length, keptGroups.Count, members.Count),
            FileSystems = _fileSystems,
            Groups = keptGroups.Span,
            Members = members.Span,
        };
        using NativeBuffer<byte> bytes = kept.ToBytes();
        _catalog.KeepResult(_key, _begun, bytes.Span);
    }

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

    private static bool LacksDigest(KeptGroups kept)
    {
        foreach (KeptGroup group in kept.Groups)
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
    private static ulong[] FileSystemsOf(DeviceTable devices)
    {
        ulong[] numbers = CatalogKeys.IdentitiesOf(devices);
        for (int i = 0; i < numbers.Length; i++)
        {
            bool isTrusted = (devices[i].Mount.Traits & FileSystemTraits.TrustedIds) != 0;
            bool isTwin = Array.IndexOf(numbers, numbers[i]) != Array.LastIndexOf(numbers, numbers[i]);
            numbers[i] = isTrusted && !isTwin ? numbers[i] : 0;
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
