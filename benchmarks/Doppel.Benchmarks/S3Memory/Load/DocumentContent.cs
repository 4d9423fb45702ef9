using System.Net;
using System.Net.Http.Headers;

namespace Doppel.Benchmarks.S3Memory.Load;

/// <summary>A document as the body of a part of a form; nothing of it is copied.</summary>
internal sealed class DocumentContent : HttpContent
{
    private readonly DocumentFiles _files;
    private readonly int _number;

    public DocumentContent(DocumentFiles files, int number)
    {
        _files = files;
        _number = number;
        Headers.ContentType = new MediaTypeHeaderValue("application/pdf");
    }

    /// <inheritdoc/>
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    /// <inheritdoc/>
    protected override async Task SerializeToStreamAsync(
        Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        await stream.WriteAsync(DocumentFiles.Beginning, cancellationToken).ConfigureAwait(false);
        await stream.WriteAsync(_files.Rest(_number), cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override bool TryComputeLength(out long length)
    {
        length = DocumentFiles.Beginning.Length + _files.Rest(_number).Length;
        return true;
    }
}
