using System.Buffers;
using System.Globalization;
using Doppel.Acting;
using Doppel.Media;
using Doppel.Volumes;
using Microsoft.AspNetCore.Http;
using Microsoft.Net.Http.Headers;

namespace Doppel.Web;

/// <summary>Sends a file of a group to the browser, unless it is no longer the file that was found.</summary>
internal static class FileSender
{
    private const int BlockBytes = 128 * 1024;

    /// <summary>Sends a file, or the range of it that is asked for.</summary>
    /// <exception cref="RequestException">The file has changed or cannot be read.</exception>
    internal static async Task Send(HttpContext context, IVolume volume, FoundFile found)
    {
        FileHandle file = found.Open(volume, out FileFacts facts);
        byte[] block = ArrayPool<byte>.Shared.Rent(BlockBytes);
        try
        {
            int read = Read(volume, file, 0, block.AsSpan(0, FileType.HeadBytes));
            (long first, long length) = Begin(context, FileType.Of(block.AsSpan(0, read)), facts.Size);
            await Send(context, volume, file, first, length, block);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(block);
            volume.Close(file);
        }
    }

    /// <summary>Sends the JPEG within a photo that the browser cannot decode.</summary>
    /// <exception cref="RequestException">There is none, or the file has changed or cannot be read.</exception>
    internal static async Task SendPreview(HttpContext context, IVolume volume, FoundFile found)
    {
        FileHandle file = found.Open(volume, out FileFacts facts);
        byte[] block = ArrayPool<byte>.Shared.Rent(BlockBytes);
        try
        {
            MediaPreview preview = new MediaMapper().FindPreview(new OpenMedia(volume, file, facts.Size))
                ?? throw RequestException.Missing("There is no preview in this file.");
            Protect(context.Response);
            context.Response.ContentType = "image/jpeg";
            context.Response.ContentLength = preview.Length;
            await Send(context, volume, file, preview.Offset, preview.Length, block);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(block);
            volume.Close(file);
        }
    }

    private static async Task Send(
        HttpContext context, IVolume volume, FileHandle file, long first, long length, byte[] block)
    {
        if (context.Request.Method == HttpMethods.Head)
        {
            return;
        }

        while (length > 0)
        {
            int read = Read(volume, file, first, block.AsSpan(0, (int)Math.Min(length, BlockBytes)));
            if (read == 0)
            {
                // It was truncated meanwhile. The browser sees that bytes are missing.
                context.Abort();
                return;
            }

            await context.Response.Body.WriteAsync(block.AsMemory(0, read), context.RequestAborted);
            (first, length) = (first + read, length - read);
        }
    }

    private static void Protect(HttpResponse response) =>
        response.Headers.ContentSecurityPolicy = "default-src 'none'; sandbox";

    // Sets the headers and returns the range to send.
    private static (long First, long Length) Begin(HttpContext context, string type, long size)
    {
        HttpResponse response = context.Response;
        Protect(response);
        response.Headers.AcceptRanges = "bytes";
        response.ContentType = type;
        if (type == FileType.Unknown)
        {
            response.Headers.ContentDisposition = "attachment";
        }

        (long first, long length) = (0, size);
        if (RangeOf(context.Request, size) is { } range)
        {
            (first, length) = range;
            response.StatusCode = length > 0
                ? StatusCodes.Status206PartialContent
                : StatusCodes.Status416RangeNotSatisfiable;
            response.Headers.ContentRange = length > 0
                ? string.Create(CultureInfo.InvariantCulture, $"bytes {first}-{first + length - 1}/{size}")
                : string.Create(CultureInfo.InvariantCulture, $"bytes */{size}");
        }

        response.ContentLength = length;
        return (first, length);
    }

    // Returns a length of 0 for a range behind the end. Everything but one range of bytes is answered with the file.
    private static (long First, long Length)? RangeOf(HttpRequest request, long size)
    {
        if (!RangeHeaderValue.TryParse(request.Headers.Range.ToString(), out RangeHeaderValue? header)
            || header.Unit != "bytes" || header.Ranges.Count != 1)
        {
            return null;
        }

        RangeItemHeaderValue asked = header.Ranges.First();
        long first = asked.From ?? Math.Max(0, size - asked.To!.Value);
        long last = asked.From is null ? size - 1 : Math.Min(asked.To ?? long.MaxValue, size - 1);
        return (first, Math.Max(0, last - first + 1));
    }

    private static int Read(IVolume volume, FileHandle file, long offset, Span<byte> buffer)
    {
        VolumeError error = volume.Read(file, offset, buffer, out int read);
        return error.Failed
            ? throw RequestException.Conflict($"The file cannot be read: {volume.Describe(error)}")
            : read;
    }
}
