using System.Globalization;
using System.Net.Http.Json;
using Doppel.Benchmarks.Upload.Relays;
using Doppel.Benchmarks.Upload.Servers;

namespace Doppel.Benchmarks.Upload.Measuring;

/// <summary>One contestant in a fresh server in the middle, and clients that upload to it.</summary>
internal sealed class RelaySession : IDisposable
{
    private readonly ServerProcess _process;
    private readonly HttpClient _client;
    private readonly UploadFiles _files;
    private long _sent;

    private RelaySession(RelayEntry entry, ServerProcess process, UploadFiles files)
    {
        Entry = entry;
        _process = process;
        _files = files;
        _client = new HttpClient { BaseAddress = process.Address };
    }

    /// <summary>Who is measured.</summary>
    public RelayEntry Entry { get; }

    /// <summary>Starts one server for all of some contestants, where memory is not the question.</summary>
    public static async Task<IReadOnlyList<RelaySession>> StartTogetherAsync(
        IReadOnlyList<RelayEntry> entries, Uri target, UploadFiles files)
    {
        ServerProcess process = ServerProcess.Start(UploadServers.Relay, target.ToString());
        await process.StartedAsync().ConfigureAwait(false);
        return [.. entries.Select(entry => new RelaySession(entry, process, files))];
    }

    /// <summary>Starts a server for each of some contestants.</summary>
    public static async Task<IReadOnlyList<RelaySession>> StartAsync(
        IReadOnlyList<RelayEntry> entries, Uri target, UploadFiles files)
    {
        ServerProcess[] processes =
            [.. entries.Select(_ => ServerProcess.Start(UploadServers.Relay, target.ToString()))];
        await Task.WhenAll(processes.Select(process => process.StartedAsync())).ConfigureAwait(false);
        return [.. entries.Zip(processes, (entry, process) => new RelaySession(entry, process, files))];
    }

    /// <summary>Ends all servers, one after the other.</summary>
    public static void DisposeAll(IEnumerable<RelaySession> sessions)
    {
        foreach (RelaySession session in sessions)
        {
            session.Dispose();
        }
    }

    /// <summary>Uploads files, some at once.</summary>
    /// <returns>What the server answered or how it failed, and what should have arrived.</returns>
    public async Task<UploadOutcome> UploadAsync(int bytes, int atOnce, int uploads, Sending sending = Sending.Whole)
    {
        long first = _sent;
        long end = first + uploads;
        var outcome = new UploadOutcome(bytes, first, uploads);
        await Task.WhenAll(Enumerable.Range(0, atOnce).Select(_ => WorkAsync())).ConfigureAwait(false);
        _sent = end;
        return outcome;

        async Task WorkAsync()
        {
            long number;
            while ((number = Interlocked.Increment(ref _sent) - 1) < end)
            {
                Func<Task>? leave = sending == Sending.HalfThenLeave ? () => BegunAsync(end) : null;
                outcome.Count(await TryUploadAsync(bytes, number, sending, leave).ConfigureAwait(false));
            }
        }
    }

    /// <summary>
    /// Waits until the server has ended all requests that were sent, those of clients that left included.
    /// </summary>
    public async Task SettleAsync() =>
        await _client.GetStringAsync(Path($"ended/{Entry.Id}", _sent)).ConfigureAwait(false);

    /// <summary>The counters of the server.</summary>
    public async Task<ServerCounters> CountersAsync() =>
        (await _client.GetFromJsonAsync<ServerCounters>(Path("counters", Entry.Id)).ConfigureAwait(false))!;

    /// <summary>The counters after full collections.</summary>
    public async Task<ServerCounters> CollectAsync()
    {
        using HttpResponseMessage answer =
            await _client.PostAsync(Path("collect", Entry.Id), content: null).ConfigureAwait(false);
        return (await answer.Content.ReadFromJsonAsync<ServerCounters>().ConfigureAwait(false))!;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _client.Dispose();
        _process.Dispose();
    }

    /// <summary>The name under which a file arrives.</summary>
    public string NameOf(int bytes, long number) =>
        string.Create(CultureInfo.InvariantCulture, $"{Entry.Id}-{bytes}-{number}");

    private async Task BegunAsync(long count) =>
        await _client.GetStringAsync(Path($"begun/{Entry.Id}", count)).ConfigureAwait(false);

    private async Task<bool> TryUploadAsync(int bytes, long number, Sending sending, Func<Task>? leave)
    {
        ReadOnlyMemory<byte> content = _files.Content(bytes, number);
        HttpContent file = sending == Sending.Whole
            ? new ReadOnlyMemoryContent(content)
            : new PieceContent(content, leave);
        using var form = new MultipartFormDataContent { { file, "file", NameOf(bytes, number) } };
        using var request = new HttpRequestMessage(HttpMethod.Post, Path("upload", Entry.Id)) { Content = form };
        request.Headers.Add(SingleReadRelay.LengthHeader, bytes.ToString(CultureInfo.InvariantCulture));
        try
        {
            using HttpResponseMessage answer = await _client.SendAsync(request).ConfigureAwait(false);
            return answer.IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    }

    private static Uri Path<T>(string first, T second) =>
        new(string.Create(CultureInfo.InvariantCulture, $"{first}/{second}"), UriKind.Relative);
}
