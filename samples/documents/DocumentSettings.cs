using System.Globalization;
using Doppel.S3;

namespace Doppel.Documents;

/// <summary>The settings of the service, read from environment variables.</summary>
internal sealed record DocumentSettings
{
    // The part of a form that is not the file: boundaries, headers and a few other fields.
    private const long FormBytesMax = 64 * 1024;

    /// <summary>The address of the S3 server: DOPPEL_S3_ENDPOINT.</summary>
    public required string Endpoint { get; init; }

    /// <summary>The credentials that sign requests: DOPPEL_S3_ACCESS_KEY and DOPPEL_S3_SECRET_KEY.</summary>
    public required S3Credentials Credentials { get; init; }

    /// <summary>The region: DOPPEL_S3_REGION. Default: us-east-1.</summary>
    public required string Region { get; init; }

    /// <summary>
    /// The bucket that contains the documents: DOPPEL_DOCUMENTS_BUCKET. Created if it does not exist. Default:
    /// documents.
    /// </summary>
    public required string Bucket { get; init; }

    /// <summary>The maximum length of a document in bytes: DOPPEL_DOCUMENTS_BYTES_MAX. Default: 256 MiB.</summary>
    public required long BytesMax { get; init; }

    /// <summary>The maximum length in bytes of a request that contains such a document.</summary>
    public long RequestBytesMax => BytesMax + FormBytesMax;

    /// <summary>Reads the settings.</summary>
    /// <param name="variable">Returns the value of an environment variable, or null if it is not set.</param>
    /// <exception cref="InvalidOperationException">A variable is missing or out of range.</exception>
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

    /// <summary>Creates the S3 client that all requests share.</summary>
    public S3Client Connect() => new(
        new S3ClientOptions
        {
            Endpoint = Endpoint,
            Region = Region,

            // Limits the memory of all uploads together, however many there are. An upload that finds no room waits,
            // and so does its client.
            UploadBufferBytesMax = 64 * 1024 * 1024,
        },
        S3CredentialsProvider.Fixed(Credentials));
}
