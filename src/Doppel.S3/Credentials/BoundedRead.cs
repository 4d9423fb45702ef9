using System.Text;
using System.Text.Unicode;

namespace Doppel.S3;

/// <summary>
/// Reads external data up to a size limit, into newly allocated arrays: secrets must not pass through pools.
/// </summary>
internal static class BoundedRead
{
    private const int FirstBytes = 4096;

    /// <summary>Reads a stream to its end. Returns null if it exceeds the limit.</summary>
    internal static async ValueTask<byte[]?> ReadAsync(
        Stream stream, int bytesMax, CancellationToken cancellationToken)
    {
        byte[] bytes = new byte[FirstBytes];
        int count = 0;
        while (true)
        {
            int read = await stream.ReadAsync(bytes.AsMemory(count), cancellationToken).ConfigureAwait(false);
            count += read;
            if (count > bytesMax)
            {
                return null;
            }

            if (read == 0)
            {
                return bytes.AsSpan(0, count).ToArray();
            }

            if (count == bytes.Length)
            {
                Array.Resize(ref bytes, 2 * count);
            }
        }
    }

    /// <summary>
    /// Reads a UTF-8 text file without its byte order mark. Returns null if the file does not exist.
    /// </summary>
    internal static async ValueTask<string?> ReadFileAsync(
        string who, string path, int bytesMax, CancellationToken cancellationToken)
    {
        byte[]? bytes;
        try
        {
            var stream = new FileStream(
                path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
            await using (stream.ConfigureAwait(false))
            {
                bytes = await ReadAsync(stream, bytesMax, cancellationToken).ConfigureAwait(false);
            }
        }
        catch (Exception missing) when (missing is FileNotFoundException or DirectoryNotFoundException)
        {
            return null;
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            throw CredentialsErrors.Failed(who, $"'{path}' cannot be read", "Check its permissions.");
        }

        if (bytes is null)
        {
            throw CredentialsErrors.Failed(who, $"'{path}' has more than {bytesMax} bytes", "Is it the right file?");
        }

        if (!Utf8.IsValid(bytes))
        {
            throw CredentialsErrors.Failed(who, $"'{path}' is not UTF-8", "Recreate the file.");
        }

        bool hasMark = bytes.AsSpan().StartsWith(Encoding.UTF8.Preamble);
        return Encoding.UTF8.GetString(bytes.AsSpan(hasMark ? Encoding.UTF8.Preamble.Length : 0));
    }
}
