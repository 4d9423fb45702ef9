using Doppel.Benchmarks.S3Clients.Clients;
using Doppel.S3;

namespace Doppel.Benchmarks.S3Tools;

/// <summary>What the programs have stored in a bucket.</summary>
/// <param name="client">Reads and deletes the objects.</param>
/// <param name="bucket">The bucket.</param>
internal sealed class ToolBucket(S3Client client, string bucket)
{
    /// <summary>The name of the bucket.</summary>
    public string Name => bucket;

    /// <summary>Creates a client of the server.</summary>
    public static S3Client Connect(ClientSettings settings) => new(
        new S3ClientOptions { Endpoint = settings.Endpoint, Region = settings.Region },
        S3CredentialsProvider.Fixed(
            new S3Credentials { AccessKeyId = settings.AccessKey, SecretAccessKey = settings.SecretKey }));

    /// <summary>Compares the contents of all objects below a prefix with files.</summary>
    /// <remarks>
    /// The ETag of an object that was uploaded in one request is the MD5 that the server computed. Other objects are
    /// read back.
    /// </remarks>
    /// <exception cref="Frame.VerifyException">An object is missing, is different or is one too many.</exception>
    public async Task VerifyAsync(string prefix, ToolFiles files, string tool)
    {
        Dictionary<string, string> found = [];
        foreach (S3ListEntry entry in await ListAsync(prefix).ConfigureAwait(false))
        {
            string digest = await DigestAsync(entry).ConfigureAwait(false);
            found.Add(entry.Key[(prefix.Length + 1)..], digest);
        }

        files.Verify(found, $"{tool}, objects below {prefix}");
    }

    /// <summary>Deletes all objects below a prefix.</summary>
    public async Task RemoveAsync(string prefix)
    {
        List<S3ListEntry> entries = await ListAsync(prefix).ConfigureAwait(false);
        IEnumerable<S3DeleteEntry> keys = entries.Select(entry => new S3DeleteEntry(entry.Key));
        await foreach (S3DeleteResult _ in client.DeleteObjectsAsync(bucket, keys).ConfigureAwait(false))
        {
        }
    }

    private async Task<List<S3ListEntry>> ListAsync(string prefix) => await client
        .ListObjectsAsync(bucket, new S3ListOptions { Prefix = prefix + "/" }).ToListAsync().ConfigureAwait(false);

    private async Task<string> DigestAsync(S3ListEntry entry)
    {
        byte[] digest = new byte[S3ETag.DigestBytes];
        if (entry.ETag.IsDigest && entry.ETag.PartCount == 0 && entry.ETag.TryCopyDigest(digest))
        {
            return Convert.ToHexString(digest);
        }

        using S3Object content = await client.GetObjectAsync(bucket, entry.Key).ConfigureAwait(false);
        using Stream body = content.OpenBody();
        return ToolFiles.DigestOf(body);
    }
}
