using System.Net;

namespace Doppel.Benchmarks.Upload.Measuring;

/// <summary>A file that a client sends in pieces, and perhaps not to its end.</summary>
/// <param name="file">The whole file.</param>
/// <param name="leave">Awaited after half of the file; then the client leaves. Null: the client stays.</param>
internal sealed class PieceContent(ReadOnlyMemory<byte> file, Func<Task>? leave) : HttpContent
{
    // No power of two, so that pieces and buffers never meet.
    private const int PieceBytes = 10_007;

    /// <inheritdoc/>
    protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context)
    {
        ReadOnlyMemory<byte> rest = leave is null ? file : file[..(file.Length / 2)];
        while (rest.Length > 0)
        {
            int piece = Math.Min(PieceBytes, rest.Length);
            await stream.WriteAsync(rest[..piece]).ConfigureAwait(false);
            await stream.FlushAsync().ConfigureAwait(false);
            rest = rest[piece..];
        }

        if (leave is not null)
        {
            await leave().ConfigureAwait(false);
            throw new IOException("The client leaves.");
        }
    }

    /// <inheritdoc/>
    protected override bool TryComputeLength(out long length)
    {
        // Who leaves has promised the whole; who sends pieces says nothing.
        length = file.Length;
        return leave is not null;
    }
}
