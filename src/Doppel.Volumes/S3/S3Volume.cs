using System.Collections.Concurrent;
using System.Globalization;
using System.Text;
using Doppel.S3;

namespace Doppel.Volumes;

/// <summary>A bucket, or the parts of one below prefixes, as folders and files. Never writes.</summary>
/// <remarks>
/// <para>
/// A path is <c>/bucket/key</c>, so <c>s3:/</c> in front of it gives the usual address: <see cref="ShownPath"/>. The
/// slashes of keys separate folders, and folders exist as long as a key goes through them.
/// </para>
/// <para>
/// The first call that needs to know what exists lists all keys that start with a prefix, 1,000 for each request, and
/// keeps them in unmanaged memory, about 50 bytes each. Folders, facts and openings are answered from there. Only
/// reading sends requests, which require that the object still has the listed ETag: an object that was replaced fails
/// with <see cref="VolumeErrorKind.Changed"/>, a deleted one with <see cref="VolumeErrorKind.Vanished"/>, and later
/// calls about it do so, too.
/// </para>
/// <para>
/// No object is left out silently. Keys that cannot be paths are reported to <see cref="IEntryVisitor.Fail"/> with
/// <see cref="VolumeErrorKind.BadName"/>, in the deepest folder above them that can be one; the name is the rest of the
/// key, slashes included. These are keys with empty components (<c>a//b</c>, <c>/a</c>), with the components <c>.</c>
/// and <c>..</c>, with a NUL, keys that end with a slash although their objects have a content, and objects that bear
/// the name of a folder (<c>a</c> beside <c>a/b</c>). Keys beyond 1,024 bytes fail with
/// <see cref="VolumeErrorKind.NameTooLong"/>. An empty object whose key ends with a slash is a folder.
/// </para>
/// <para>
/// Each object has one link. Its inode number is a hash of its key, and the nanoseconds of
/// <see cref="FileFacts.Changed"/> are a hash of its ETag, so that <see cref="FileFacts.SameContentAs"/> notices an
/// object that was replaced within the resolution of its time. Objects of the storage classes GLACIER and DEEP_ARCHIVE
/// are <see cref="FileFacts.Offline"/>; reading one fails with <see cref="VolumeErrorKind.Offline"/> unless it has been
/// restored.
/// </para>
/// <para>Thread-safe, except for <see cref="Dispose"/>.</para>
/// </remarks>
public sealed partial class S3Volume : IVolume, IDisposable
{
    private readonly S3Listing _listing;
    private readonly string _bucket;
    private readonly byte[] _bucketName;
    private readonly MountFacts _mount;
    private readonly S3Failures _failures = new();
    private readonly SlotTable<S3Folder> _folders = new();
    private readonly SlotTable<ObjectReader> _files = new();
    private readonly ConcurrentBag<ObjectReader> _readers = [];
    private readonly CancellationTokenSource _stop = new();
    private readonly Lock _listGate = new();
    private readonly List<KeyIndex> _indexes = [];
    private volatile KeyIndex? _index;

    /// <summary>Creates a volume with one root. Nothing is sent.</summary>
    /// <param name="client">The client, which stays the caller's and must outlive the volume.</param>
    /// <param name="bucket">The name of the bucket.</param>
    /// <param name="prefix">
    /// The key of the folder that contains what is visible, with or without a slash at its end. Empty: the whole
    /// bucket. Without the slash, the object with exactly this key is visible as well.
    /// </param>
    /// <param name="endpoint">
    /// The name of the server, which is also that of the device that does the work. Default: "s3".
    /// </param>
    /// <exception cref="ArgumentException">
    /// The bucket has no name, or the prefix has a component that is empty, <c>.</c> or <c>..</c>.
    /// </exception>
    public S3Volume(S3Client client, string bucket, string prefix = "", string endpoint = "s3")
        : this(client, bucket, [prefix], endpoint)
    {
    }

    /// <summary>Creates a volume with several roots, which may overlap. Nothing is sent.</summary>
    /// <remarks>
    /// An object has one identity only within one volume. Roots in one bucket therefore belong to one volume: below two
    /// volumes, an object would look like a duplicate of itself.
    /// </remarks>
    /// <param name="client">The client, which stays the caller's and must outlive the volume.</param>
    /// <param name="bucket">The name of the bucket.</param>
    /// <param name="prefixes">The prefixes, at least one, each as above. What several contain is listed once.</param>
    /// <param name="endpoint">The name of the server. Default: "s3".</param>
    /// <exception cref="ArgumentException">
    /// The bucket has no name, there is no prefix, or one has a component that is empty, <c>.</c> or <c>..</c>.
    /// </exception>
    public S3Volume(S3Client client, string bucket, IReadOnlyList<string> prefixes, string endpoint = "s3")
    {
        ArgumentException.ThrowIfNullOrEmpty(endpoint);
        _listing = new S3Listing(client, bucket, prefixes);
        _bucket = bucket;
        _bucketName = Encoding.UTF8.GetBytes(bucket);
        RootPaths = [.. _listing.Roots.Select(root => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(
            root.Key.Length == 0 ? $"/{bucket}" : $"/{bucket}/{root.Key}"))];
        _mount = MountFor(bucket, endpoint);
    }

    /// <summary>Gets the paths of what the prefixes name, in their order.</summary>
    public IReadOnlyList<ReadOnlyMemory<byte>> RootPaths { get; }

    /// <summary>Gets the path of the folder or object that the first prefix names.</summary>
    public ReadOnlyMemory<byte> RootPath => RootPaths[0];

    /// <summary>Gets what has been requested from the server so far.</summary>
    public S3VolumeUsage Usage => _listing.Usage;

    /// <summary>Gets the number of listed objects, or 0 before the listing.</summary>
    public int ObjectCount => _index?.Count ?? 0;

    /// <summary>Gets the unmanaged memory that the listing takes, in bytes.</summary>
    public long NativeBytes => _index?.NativeBytes ?? 0;

    /// <summary>The number of folders and files that are open.</summary>
    internal int OpenCount => _folders.Count + _files.Count;

    /// <summary>Returns a path as reports show it: <c>s3://bucket/key</c>.</summary>
    /// <param name="path">The absolute path.</param>
    public static byte[] ShownPath(ReadOnlySpan<byte> path) => [.. "s3:/"u8, .. path];

    /// <summary>Ends all requests and frees the memory. No other member may be called afterwards.</summary>
    public void Dispose()
    {
        _stop.Cancel();
        _index = null;
        foreach (KeyIndex index in _indexes)
        {
            index.Dispose();
        }

        _indexes.Clear();
        _stop.Dispose();
    }

    /// <inheritdoc/>
    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts)
    {
        folder = FolderHandle.None;
        facts = default;
        var target = new FollowedKey(stackalloc byte[FollowedKey.RoomBytes]);
        VolumeError error = Locate(at, path, ref target, out _, out int number);
        if (error.Failed)
        {
            return error;
        }

        if (number != FolderNumber)
        {
            return new VolumeError(VolumeErrorKind.Changed);
        }

        int slot = _folders.Add(new S3Folder(target.IsTop, target.ToPrefix().ToArray()));
        if (slot < 0)
        {
            return new VolumeError(VolumeErrorKind.TooManyOpen);
        }

        folder = new FolderHandle(slot);
        facts = FolderFacts(target.IsTop, target.ToPrefix());
        return VolumeError.None;
    }

    /// <inheritdoc/>
    public VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts)
    {
        facts = default;
        var target = new FollowedKey(stackalloc byte[FollowedKey.RoomBytes]);
        VolumeError error = Locate(at, path, ref target, out KeyIndex? index, out int number);
        if (error.Failed)
        {
            return error;
        }

        if (number == FolderNumber)
        {
            facts = FolderFacts(target.IsTop, target.ToPrefix());
            return VolumeError.None;
        }

        facts = FactsOf(index!, number, target.Key);
        return ErrorOf(index![number].States);
    }

    /// <summary>Links do not exist in buckets.</summary>
    /// <inheritdoc/>
    public VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target)
    {
        target = [];
        return Stat(at, path, LinkPolicy.Stay, FactFields.None, out _) || new VolumeError(VolumeErrorKind.Unsupported);
    }

    /// <inheritdoc/>
    public void Close(FolderHandle folder) => _folders.Remove(folder.Value);

    /// <inheritdoc/>
    public MountFacts MountOf(FolderHandle folder) => _mount;

    /// <summary>Returns the server's text for an error, or what is wrong with a key.</summary>
    /// <inheritdoc/>
    public string Describe(VolumeError failure)
    {
        if (_failures.TextOf(failure) is { } text)
        {
            return text;
        }

        string? problem = failure.Kind == VolumeErrorKind.BadName
            ? KeyNames.TextOf((KeyProblem)failure.Code)
            : null;
        bool isUnknown = failure is { Kind: VolumeErrorKind.Other, Code: not 0 };
        return problem ?? (isUnknown
            ? string.Create(CultureInfo.InvariantCulture, $"Error {failure.Code}")
            : VolumeErrorText.Of(failure.Kind));
    }

    private static MountFacts MountFor(string bucket, string endpoint)
    {
        // The high bit keeps it apart from the device numbers of disks.
        ulong device = KeyNames.InodeOf(Encoding.UTF8.GetBytes($"{endpoint}/{bucket}")) | (1UL << 63);
        return new MountFacts
        {
            Device = device,
            FileSystemId = device,
            MountPoint = "/" + bucket,
            FileSystem = "s3",
            Label = bucket,
            DeviceKind = DeviceKind.Network,
            Devices = [new PhysicalDevice { Name = endpoint, Kind = DeviceKind.Network }],
        };
    }
}
