using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Upload.Servers;

namespace Doppel.Benchmarks.Upload.Measuring;

/// <summary>The file server as a process, and the judgement of what arrived there.</summary>
internal sealed class TargetSession : IDisposable
{
    private readonly ServerProcess _process = ServerProcess.Start(UploadServers.Target);
    private readonly UploadFiles _files;
    private HttpClient _client = new();

    private TargetSession(UploadFiles files) => _files = files;

    /// <summary>Where it serves.</summary>
    public Uri Address => _process.Address;

    /// <summary>Starts it.</summary>
    public static async Task<TargetSession> StartAsync(UploadFiles files)
    {
        var session = new TargetSession(files);
        await session._process.StartedAsync().ConfigureAwait(false);
        session._client.Dispose();
        session._client = new HttpClient { BaseAddress = session.Address };
        return session;
    }

    /// <summary>Tells it what to do with what arrives from now on.</summary>
    public async Task SetAsync(TargetMode mode)
    {
        using HttpResponseMessage answer =
            await _client.PostAsync(new Uri($"mode/{mode}", UriKind.Relative), content: null).ConfigureAwait(false);
        answer.EnsureSuccessStatusCode();
    }

    /// <summary>Forgets what has arrived so far, for files that only warmed something up.</summary>
    public async Task ForgetAsync() => await TakeArrivalsAsync().ConfigureAwait(false);

    /// <summary>Compares what arrived since the last call with what was sent.</summary>
    /// <exception cref="VerifyException">
    /// Something arrived twice, or with another name, or with another length.
    /// </exception>
    public async Task<ArrivalReport> JudgeAsync(RelaySession sender, UploadOutcome sent)
    {
        Dictionary<string, long> expected = new(StringComparer.Ordinal);
        for (long number = sent.First; number < sent.First + sent.Uploads; number++)
        {
            expected.Add(sender.NameOf(sent.Bytes, number), number);
        }

        int arrived = 0;
        int intact = 0;
        foreach (Arrival arrival in await TakeArrivalsAsync().ConfigureAwait(false))
        {
            if (!expected.Remove(arrival.Name, out long number) || arrival.Bytes != sent.Bytes)
            {
                throw new VerifyException($"{sender.Entry.Name}: an arrival that was not sent: {arrival}");
            }

            arrived++;
            intact += arrival.Digest == _files.DigestOf(sent.Bytes, number) ? 1 : 0;
        }

        return new ArrivalReport(arrived, intact);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _client.Dispose();
        _process.Dispose();
    }

    private async Task<IEnumerable<Arrival>> TakeArrivalsAsync()
    {
        string text = await _client.GetStringAsync(new Uri("arrivals", UriKind.Relative)).ConfigureAwait(false);
        return text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Arrival.Parse);
    }
}
