using System.Text;

namespace Doppel.S3;

/// <content>Versions of objects.</content>
public sealed partial class S3Client
{
    private const int VersionsOfPage = 1000;

    private static readonly XmlPath s_versioning = new("VersioningConfiguration/Status");

    /// <summary>Lists all versions of objects and all delete markers: by key, the newest first.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="prefix">The prefix of the keys to list; empty lists all.</param>
    /// <param name="cancellationToken">Cancels the operation between pages and while waiting for one.</param>
    /// <returns>The versions.</returns>
    /// <exception cref="S3Exception">The server rejected the request.</exception>
    public IAsyncEnumerable<S3Version> ListVersionsAsync(
        string bucket, string prefix = "", CancellationToken cancellationToken = default)
    {
        CheckBucket(bucket);
        ArgumentNullException.ThrowIfNull(prefix);
        return ItemsAsync<S3Version>(
            bucket, VersionsOfPage, (before, token) => ReadVersionsAsync(bucket, prefix, before, token),
            cancellationToken);
    }

    /// <summary>Returns whether a bucket keeps old versions of its objects.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The state of versioning.</returns>
    /// <exception cref="S3Exception">The server rejected the request.</exception>
    public async ValueTask<S3Versioning> GetVersioningAsync(
        string bucket, CancellationToken cancellationToken = default)
    {
        CheckBucket(bucket);
        S3Call call = _transport.Begin(HttpMethod.Get, bucket);
        call.AddQuery("versioning");
        string? status = await ReadListAsync(
            call, bucket, static document => XmlValue.ReadText(document, s_versioning), cancellationToken)
            .ConfigureAwait(false);
        return status switch
        {
            null or "" => S3Versioning.Off,
            "Enabled" => S3Versioning.Enabled,
            "Suspended" => S3Versioning.Suspended,
            _ => throw BadDocument(bucket, $"the server says that versioning is '{status}'"),
        };
    }

    /// <summary>Enables or suspends versioning, with which a bucket keeps old versions of its objects.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="versioning">
    /// <see cref="S3Versioning.Enabled"/> or <see cref="S3Versioning.Suspended"/>. Once enabled, versioning can only be
    /// suspended, and existing versions stay.
    /// </param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <exception cref="ArgumentOutOfRangeException">The state is another one.</exception>
    /// <exception cref="S3Exception">The server rejected the request.</exception>
    public async ValueTask SetVersioningAsync(
        string bucket, S3Versioning versioning, CancellationToken cancellationToken = default)
    {
        CheckBucket(bucket);
        if (versioning is not (S3Versioning.Enabled or S3Versioning.Suspended))
        {
            throw new ArgumentOutOfRangeException(
                nameof(versioning), versioning, "Versioning can be enabled or suspended, but not turned off.");
        }

        byte[] document = Encoding.UTF8.GetBytes(
            "<VersioningConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Status>"
            + versioning + "</Status></VersioningConfiguration>");
        S3Call call = BeginDocument(HttpMethod.Put, bucket, "versioning");
        call.AddHeader("content-md5", ContentMd5.Of(document));
        call.SetBody(document);
        using HttpResponseMessage answer = await _transport.FinishAsync(call, cancellationToken).ConfigureAwait(false);
    }

    private ValueTask<ListedPage<S3Version>> ReadVersionsAsync(
        string bucket, string prefix, ListedPage<S3Version> before, CancellationToken cancellationToken)
    {
        S3Call call = _transport.Begin(HttpMethod.Get, bucket);
        call.AddQuery("versions");
        call.AddQuery("encoding-type", "url");
        call.AddQuery("max-keys", VersionsOfPage);
        if (prefix.Length > 0)
        {
            call.AddQuery("prefix", prefix);
        }

        if (before.Next is not null)
        {
            call.AddQuery("key-marker", before.Next);
            if (before.NextId is not null)
            {
                call.AddQuery("version-id-marker", before.NextId);
            }
        }

        return ReadListAsync(call, bucket, document => VersionPage.Parser.Read(document, prefix), cancellationToken);
    }
}

/// <summary>Specifies whether a bucket keeps old versions of its objects.</summary>
public enum S3Versioning
{
    /// <summary>It never has.</summary>
    Off,

    /// <summary>It does.</summary>
    Enabled,

    /// <summary>It has kept those that were made while it did.</summary>
    Suspended,
}
