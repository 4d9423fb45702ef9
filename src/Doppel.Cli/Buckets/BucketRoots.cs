using System.Text;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Lists the buckets that are named as roots: all prefixes of a bucket as one volume.</summary>
/// <remarks>
/// Only lists are read. An ETag that is the MD5 of its object is compared with files, like an entry of a list of
/// digests.
/// </remarks>
/// <param name="host">The host.</param>
/// <param name="settings">The server and the credentials.</param>
/// <param name="progress">Shows a line of progress, if it is wanted.</param>
/// <param name="typed">All roots of the run. Those that are not s3:// addresses are ignored.</param>
internal sealed class BucketRoots(
    CommandHost host,
    S3ConnectionSettings settings,
    Func<Func<string>, ProgressLine?> progress,
    IEnumerable<string> typed)
{
    // By how many clients use them: AWS and boto 8 MiB, this program, MinIO and others 16 MiB, rclone 5 MiB, and so on.
    private static readonly DigestAlgorithm[] s_commonParts =
    [
        DigestAlgorithm.Md5Parts8, DigestAlgorithm.Md5Parts16, DigestAlgorithm.Md5Parts5, DigestAlgorithm.Md5Parts64,
        DigestAlgorithm.Md5Parts32, DigestAlgorithm.Md5Parts128, DigestAlgorithm.Md5Parts100,
        DigestAlgorithm.Md5Parts15,
    ];

    private readonly List<ReportProblem> _problems = [];
    private long _objects;

    /// <summary>Gets the objects that cannot be searched.</summary>
    internal IReadOnlyList<ReportProblem> Problems => _problems;

    /// <summary>Lists a bucket.</summary>
    /// <exception cref="UsageException">It cannot be listed.</exception>
    internal SavedVolume Open(string bucket)
    {
        var shown = new S3Location(bucket, "");
        using ProgressLine? line = progress(
            () => $"Listing {shown.Shown()}  {Interlocked.Read(ref _objects):N0} objects");
        string temporary = "";
        try
        {
            temporary = Directory.CreateTempSubdirectory("doppel-").FullName;
            using SavedList list = new SavedVolumes(temporary).CreateList();
            ListAsync(bucket, list).AsTask().GetAwaiter().GetResult();
            var description = new SavedDescription
            {
                Made = FileTime.From(host.Clock.GetUtcNow()),
                Roots = [new SavedRoot("/"u8.ToArray(), default, "")],
            };
            return list.ToVolume(shown.ToString(), description, _problems.Count);
        }
        catch (Exception failure) when (S3Failure.IsKnown(failure))
        {
            UsageException told = S3Failure.ToUsage(failure);
            throw new UsageException($"cannot list {shown.Shown()}: {told.Message}", told.Hint);
        }
        finally
        {
            if (temporary.Length > 0)
            {
                Directory.Delete(temporary, recursive: true);
            }
        }
    }

    private async ValueTask ListAsync(string bucket, SavedList list)
    {
        using S3Client client = await S3Connection.OpenAsync(
            settings, host, outages: null, static options => options, CancellationToken.None).ConfigureAwait(false);
        foreach (string key in KeysOf(bucket))
        {
            await foreach (S3ListPage page in client
                .ListPagesAsync(bucket, new S3ListOptions { Prefix = key.Length == 0 ? "" : key + "/" })
                .ConfigureAwait(false))
            {
                foreach (S3ListItem item in page)
                {
                    Add(bucket, list, item.Key, item.Size, item.LastModified, item.ETag);
                }
            }

            S3ObjectInfo? single = key.Length == 0 ? null : await HeadAsync(client, bucket, key).ConfigureAwait(false);
            if (single is { IsFound: true })
            {
                Add(
                    bucket, list, Encoding.UTF8.GetBytes(key), single.ObjectLength, single.LastModified,
                    single.HasContentETag ? S3ETag.Parse(single.ETag) : default);
            }
        }
    }

    // Without the keys that are below another one: each object counts once.
    private List<string> KeysOf(string bucket)
    {
        var keys = new List<string>();
        IEnumerable<string> all = typed.Where(S3Location.Is).Select(S3Location.Parse)
            .Where(location => location.Bucket == bucket).Select(static location => location.Key.TrimEnd('/'));
        foreach (string key in all.Order(StringComparer.Ordinal))
        {
            bool isBelow = keys.Exists(above =>
                above.Length == 0 || above == key || key.StartsWith(above + "/", StringComparison.Ordinal));
            if (!isBelow)
            {
                keys.Add(key);
            }
        }

        return keys;
    }

    // The address may be that of a single object.
    private static async ValueTask<S3ObjectInfo?> HeadAsync(S3Client client, string bucket, string key)
    {
        try
        {
            return await client.HeadObjectAsync(bucket, key).ConfigureAwait(false);
        }
        catch (S3Exception refused) when (refused.StatusCode == System.Net.HttpStatusCode.Forbidden)
        {
            // Lists may be allowed, and objects not.
            return null;
        }
    }

    private void Add(
        string bucket, SavedList list, ReadOnlySpan<byte> key, long size, DateTimeOffset? modified, S3ETag etag)
    {
        Interlocked.Increment(ref _objects);

        // Some programs represent a folder with an empty object whose key is the folder name and a slash.
        if (key.EndsWith("/"u8) && size == 0)
        {
            return;
        }

        Span<byte> digest = stackalloc byte[S3ETag.DigestBytes];
        DigestAlgorithm? algorithm = etag.TryCopyDigest(digest) ? AlgorithmOf(etag, size) : null;
        var file = new SavedFile
        {
            Size = size,
            Modified = modified is { } time ? FileTime.From(time) : default,
            Listed = algorithm is { } known ? new ListedDigest(known, ContentHash.Shorten(digest)) : null,
        };
        if (!IsPath(key) || !list.TryAdd(key, file))
        {
            string address = new S3Location(bucket, Encoding.UTF8.GetString(key)).ToString();
            _problems.Add(new ReportProblem(
                new ReportName(Encoding.UTF8.GetBytes(address)), "list", "not-a-path",
                "the key is not the path of a file below the bucket"));
        }
    }

    // Of an object in parts, the most common size of parts that fits. If it is another one, no file has the digest.
    private static DigestAlgorithm? AlgorithmOf(S3ETag etag, long size)
    {
        if (etag.PartCount == 0)
        {
            return DigestAlgorithm.Md5;
        }

        foreach (DigestAlgorithm algorithm in s_commonParts)
        {
            long bytes = ContentHash.PartBytesOf(algorithm);
            if ((size + bytes - 1) / bytes == etag.PartCount)
            {
                return algorithm;
            }
        }

        return null;
    }

    // The path of a file has no empty component, and none that leads elsewhere.
    private static bool IsPath(ReadOnlySpan<byte> key)
    {
        foreach (Range part in key.Split((byte)'/'))
        {
            if (key[part] is [] or [(byte)'.'] or [(byte)'.', (byte)'.'])
            {
                return false;
            }
        }

        return true;
    }
}
