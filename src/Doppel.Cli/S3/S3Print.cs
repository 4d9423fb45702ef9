using Doppel.S3;

namespace Doppel.Cli;

/// <summary>Writes an object to standard output.</summary>
/// <param name="session">The run.</param>
internal sealed class S3Print(S3Session session)
{
    private long _bytes;

    /// <summary>Gets the number of bytes written so far.</summary>
    internal long Bytes => Interlocked.Read(ref _bytes);

    /// <summary>Writes an object, or a range of it.</summary>
    /// <exception cref="UsageException">There is no such object or range, or standard output is closed.</exception>
    internal async ValueTask RunAsync(S3Location source, S3Range? range)
    {
        var options = new S3GetOptions { Range = range, WithChecksum = range is null };
        await using S3Object found = await session.Client
            .GetObjectAsync(source.Bucket, source.Key, options, session.Stop).ConfigureAwait(false);
        if (!found.IsFound)
        {
            throw new UsageException(found.Status == S3Status.RangeNotSatisfiable
                ? $"{source.Shown()}: the range is outside the object"
                : source.NotFound());
        }

        byte[] block = new byte[256 * 1024];
        Stream body = found.OpenBody();
        int count;
        while ((count = await body.ReadAsync(block, session.Stop).ConfigureAwait(false)) > 0)
        {
            try
            {
                session.Host.Out.Stream.Write(block.AsSpan(0, count));
            }
            catch (IOException failure) when (failure is not BrokenPipeException)
            {
                throw new UsageException($"cannot write to standard output: {SystemText.Of(failure)}");
            }

            Interlocked.Add(ref _bytes, count);
        }
    }
}
