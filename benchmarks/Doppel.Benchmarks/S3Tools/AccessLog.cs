using System.Globalization;
using System.Text;
using Doppel.S3;

namespace Doppel.Benchmarks.S3Tools;

/// <summary>The access log that Ceph's gateway writes in its default configuration: a line for each request.</summary>
/// <param name="path">The log file.</param>
/// <param name="client">Sends the requests that mark positions in the log.</param>
/// <param name="bucket">The bucket of these requests.</param>
internal sealed class AccessLog(string path, S3Client client, string bucket)
{
    private static readonly TimeSpan s_waitMax = TimeSpan.FromSeconds(30);

    private long _offset;
    private int _marks;

    /// <summary>
    /// Returns the requests since the last call. A request of its own marks the end: the gateway writes the log a
    /// little later than it answers.
    /// </summary>
    /// <exception cref="TimeoutException">The request does not appear in the log.</exception>
    public async Task<IReadOnlyList<AccessLine>> TakeAsync()
    {
        string mark = string.Create(CultureInfo.InvariantCulture, $"mark-{++_marks}");
        await client.HeadObjectAsync(bucket, mark).ConfigureAwait(false);
        List<AccessLine> lines = [];
        using var timeout = new CancellationTokenSource(s_waitMax);
        while (!timeout.IsCancellationRequested)
        {
            foreach (AccessLine line in ReadNew())
            {
                if (line.Target.EndsWith("/" + mark, StringComparison.Ordinal))
                {
                    return lines;
                }

                lines.Add(line);
            }

            await Task.Delay(20).ConfigureAwait(false);
        }

        throw new TimeoutException($"The gateway did not log a request within {s_waitMax.TotalSeconds} s: {path}");
    }

    private IEnumerable<AccessLine> ReadNew()
    {
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        byte[] bytes = new byte[file.Length - _offset];
        file.Position = _offset;
        file.ReadExactly(bytes);

        // The last line may not be complete yet.
        int end = bytes.AsSpan().LastIndexOf((byte)'\n') + 1;
        _offset += end;
        return [.. Encoding.UTF8.GetString(bytes, 0, end).Split('\n').Select(AccessLine.Parse).OfType<AccessLine>()];
    }
}
