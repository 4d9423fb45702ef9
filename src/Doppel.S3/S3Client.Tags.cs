using Doppel.Pooling;

namespace Doppel.S3;

/// <content>Object tags.</content>
public sealed partial class S3Client
{
    /// <summary>Returns the tags of an object.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="versionId">The version of the object, or null for the current version.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The tags, empty if the object has none, or null if the object does not exist.</returns>
    /// <exception cref="S3Exception">The server rejected the request or does not support tags.</exception>
    public async ValueTask<IReadOnlyDictionary<string, string>?> GetTagsAsync(
        string bucket, string key, string? versionId = null, CancellationToken cancellationToken = default)
    {
        S3Call call = BeginTags(HttpMethod.Get, bucket, key, versionId);
        call.Answer = AnswerKind.Document;
        using HttpResponseMessage answer = await _transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        try
        {
            Dictionary<string, string>? tags = null;
            if (answer.IsSuccessStatusCode)
            {
                tags = ReadTags(call.Document.Written);
            }
            else if (ServerError.Read(call.Document.Written).Code == "NoSuchTagSet")
            {
                tags = [];
            }

            _transport.End(call);
            return tags;
        }
        catch (S3XmlException failure)
        {
            throw BadDocument($"{bucket}/{key}", failure.Message, failure);
        }
    }

    /// <summary>Replaces all tags of an object.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="tags">The new tags, at most 10. An empty dictionary removes all tags.</param>
    /// <param name="versionId">The version of the object, or null for the current version.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns><see cref="S3Status.Ok"/> or <see cref="S3Status.NotFound"/>.</returns>
    /// <exception cref="ArgumentException">A tag contains a character that XML cannot represent.</exception>
    /// <exception cref="S3Exception">The server rejected the request or does not support tags.</exception>
    public async ValueTask<S3Status> SetTagsAsync(
        string bucket,
        string key,
        IReadOnlyDictionary<string, string> tags,
        string? versionId = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(tags);
        byte[] document = TagDocument(tags);
        S3Call call = BeginTags(HttpMethod.Put, bucket, key, versionId);
        call.AddHeader("content-type", "application/xml");
        call.AddHeader("content-md5", ContentMd5.Of(document));
        call.SetBody(document);
        using HttpResponseMessage answer = await _transport.FinishAsync(call, cancellationToken).ConfigureAwait(false);
        return S3ObjectInfo.StatusOf(answer);
    }

    /// <summary>Removes all tags from an object.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="versionId">The version of the object, or null for the current version.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns><see cref="S3Status.Ok"/> or <see cref="S3Status.NotFound"/>.</returns>
    /// <exception cref="S3Exception">The server rejected the request or does not support tags.</exception>
    public async ValueTask<S3Status> DeleteTagsAsync(
        string bucket, string key, string? versionId = null, CancellationToken cancellationToken = default)
    {
        S3Call call = BeginTags(HttpMethod.Delete, bucket, key, versionId);
        using HttpResponseMessage answer = await _transport.FinishAsync(call, cancellationToken).ConfigureAwait(false);
        return S3ObjectInfo.StatusOf(answer);
    }

    private S3Call BeginTags(HttpMethod method, string bucket, string key, string? versionId)
    {
        CheckKey(bucket, key);
        S3Call call = _transport.Begin(method, bucket, key);
        call.AddQuery("tagging");
        if (versionId is not null)
        {
            call.AddQuery("versionId", versionId);
        }

        call.Expected = Expected.NotFound;
        return call;
    }

    private static byte[] TagDocument(IReadOnlyDictionary<string, string> tags)
    {
        var text = new Utf8Builder(stackalloc byte[1024]);
        text.Append("<Tagging xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><TagSet>"u8);
        foreach ((string name, string value) in tags)
        {
            if (!XmlText.CanCarry(name) || !XmlText.CanCarry(value))
            {
                throw new ArgumentException($"No document can carry the tag '{name}'.", nameof(tags));
            }

            text.Append("<Tag><Key>"u8);
            XmlText.AppendEscaped(name, ref text);
            text.Append("</Key><Value>"u8);
            XmlText.AppendEscaped(value, ref text);
            text.Append("</Value></Tag>"u8);
        }

        text.Append("</TagSet></Tagging>"u8);
        byte[] document = text.ToArray();
        text.Dispose();
        return document;
    }

    private static Dictionary<string, string> ReadTags(ReadOnlySpan<byte> document)
    {
        var tags = new Dictionary<string, string>(StringComparer.Ordinal);
        var rows = new XmlRows(
            document, stackalloc Range[XmlTokenizer.DepthMax], stackalloc byte[XmlRows.TextBytes], "Tagging"u8,
            rowDepth: 3);
        while (rows.NextRow())
        {
            if (rows.Name.SequenceEqual("Tag"u8) && !TryAddTag(ref rows, tags))
            {
                throw new S3XmlException("There is a tag twice, or one without a name.");
            }
        }

        rows.Dispose();
        return tags;
    }

    private static bool TryAddTag(ref XmlRows rows, Dictionary<string, string> tags)
    {
        string name = string.Empty, value = string.Empty;
        int seen = 0;
        while (rows.NextField())
        {
            if (rows.Name.SequenceEqual("Key"u8))
            {
                rows.Once(ref seen, 1);
                name = rows.Text();
            }
            else if (rows.Name.SequenceEqual("Value"u8))
            {
                rows.Once(ref seen, 2);
                value = rows.Text();
            }
        }

        return name.Length > 0 && tags.TryAdd(name, value);
    }
}
