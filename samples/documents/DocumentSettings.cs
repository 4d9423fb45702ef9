using System.Globalization;
using Doppel.S3;
using Doppel.S3.Credentials;

namespace Doppel.Documents;

/// <summary>What the environment says of the service.</summary>
internal sealed record DocumentSettings
{
    // What of a form is not the file: boundaries, headers, a few other fields.
    private const long FormBytesMax = 64 * 1024;

    /// <summary>The address of the S3 server: DOPPEL_S3_ENDPOINT.</summary>
    public required string Endpoint { get; init; }

    /// <summary>Who signs: DOPPEL_S3_ACCESS_KEY and DOPPEL_S3_SECRET_KEY.</summary>
    public required S3Credentials Credentials { get; init; }

    /// <summary>DOPPEL_S3_REGION. Default: us-east-1.</summary>
    public required string Region { get; init; }

    /// <summary>Where documents are: DOPPEL_DOCUMENTS_BUCKET, made if it is not there. Default: documents.</summary>
    public required string Bucket { get; init; }

    /// <summary>The largest document, in bytes: DOPPEL_DOCUMENTS_BYTES_MAX. Default: 256 MiB.</summary>
    public required long BytesMax { get; init; }

    /// <summary>The longest request that may hold such a document.</summary>
    public long RequestBytesMax => BytesMax + FormBytesMax;

    /// <summary>Reads them.</summary>
    /// <param name="variable">Gives a variable of the environment, or null.</param>
    /// <exception cref="InvalidOperationException">One is missing or out of its range.</exception>
    public static DocumentSettings Read(Func<string, string?> variable)
    {
        string Needed(string name) => variable(name) is { Length: > 0 } value
            ? value
            : throw new InvalidOperationException($"{name} is not set; README.md tells which variables are needed.");
        string limit = variable("DOPPEL_DOCUMENTS_BYTES_MAX") ?? "268435456";
        if (!long.TryParse(limit, NumberStyles.None, CultureInfo.InvariantCulture, out long bytesMax)
            || bytesMax is < 1 or > S3UploadOptions.ObjectBytesMax)
        {
            throw new InvalidOperationException("DOPPEL_DOCUMENTS_BYTES_MAX is a number of bytes, from 1 to 5 TiB.");
        }

        return new DocumentSettings
        {
            Endpoint = Needed("DOPPEL_S3_ENDPOINT"),
            Credentials = new S3Credentials
            {
                AccessKeyId = Needed("DOPPEL_S3_ACCESS_KEY"),
                SecretAccessKey = Needed("DOPPEL_S3_SECRET_KEY"),
            },
            Region = variable("DOPPEL_S3_REGION") ?? "us-east-1",
            Bucket = variable("DOPPEL_DOCUMENTS_BUCKET") ?? "documents",
            BytesMax = bytesMax,
        };
    }

    /// <summary>The one client of the service, which all requests share.</summary>
    public S3Client Connect() => new(
        new S3ClientOptions
        {
            Endpoint = Endpoint,
            Region = Region,

            // The bound of what all uploads hold together, however many there are: who finds no room waits, and its
            // client with it.
            UploadBufferBytesMax = 64 * 1024 * 1024,
        },
        S3CredentialsProvider.Fixed(Credentials));
}
