using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>
/// The state of one run of a <c>doppel s3</c> command: options, client, signals, progress and messages.
/// </summary>
/// <remarks>Thread-safe, except for <see cref="WatchAsync"/>.</remarks>
internal sealed class S3Session : IDisposable, IProgress<S3Outage>
{
    // Shorter outages are over before anyone could read about them.
    private static readonly TimeSpan s_outageToldAfter = TimeSpan.FromSeconds(2);

    private readonly StopSignals _signals;
    private readonly Lock _telling = new();
    private ProgressLine? _line;
    private long _problems;
    private bool _hasToldOutage;

    private S3Session(CommandCall<S3Settings> call)
    {
        Host = call.Host;
        Operands = call.Operands;
        Settings = call.Settings;
        Messages = Host.MessagesFor(Settings.Messages.Color);
        _signals = new StopSignals(Leave);
    }

    internal CommandHost Host { get; }

    internal S3Settings Settings { get; }

    internal IReadOnlyList<string> Operands { get; }

    internal IChangeableVolume Volume => Host.ChangeableVolume;

    internal RootPaths Paths => Host.Paths;

    internal Messages Messages { get; }

    /// <summary>
    /// Gets the client. It is created when a command starts its work, so parsing options opens no connection.
    /// </summary>
    internal S3Client Client { get; private set; } = null!;

    /// <summary>Gets the token that Ctrl-C cancels.</summary>
    internal CancellationToken Stop => _signals.Stop;

    /// <summary>Gets the number of problems so far.</summary>
    internal long Problems => Interlocked.Read(ref _problems);

    /// <summary>Gets whether all requests wait for the server.</summary>
    private bool IsServerAway { get; set; }

    /// <summary>Runs the work of a command and reports any failure in one line.</summary>
    internal static ExitCode Run(CommandCall<S3Settings> call, Func<S3Session, ValueTask<ExitCode>> work)
    {
        using var session = new S3Session(call);
        try
        {
            return session.RunAsync(work).GetAwaiter().GetResult();
        }
        catch (BrokenPipeException)
        {
            return ExitCode.Done;
        }
        catch (Exception failure) when (S3Failure.IsKnown(failure))
        {
            if (session._signals.Exit is { } stopped)
            {
                session.Messages.Warn(ExitCodeText.WordOf(stopped));
                return stopped;
            }

            throw S3Failure.ToUsage(failure);
        }
    }

    /// <summary>Runs work and shows a progress line if it is enabled.</summary>
    internal async ValueTask<T> WatchAsync<T>(TransferProgress progress, Func<ValueTask<T>> work)
    {
        using ProgressLine? line = Settings.Messages.ShowsProgress(Host.Error)
            ? new ProgressLine(
                Host.Error, Host.Error.UsesColor(Settings.Messages.Color),
                () => IsServerAway ? progress.Now() + "  waiting for the server" : progress.Now())
            : null;
        _line = line;
        try
        {
            return await work().ConfigureAwait(false);
        }
        finally
        {
            _line = null;
        }
    }

    /// <summary>Writes a result to standard output.</summary>
    internal void Write(string text) => PlainOutput.Pass(Host.Out, text);

    /// <summary>Reports an object or file that could not be handled. The run continues.</summary>
    internal void Problem(string text)
    {
        Interlocked.Increment(ref _problems);
        if (!Settings.Messages.Quiet)
        {
            Tell(() => Messages.Warn(text));
        }
    }

    /// <summary>Prints a message that is not a problem.</summary>
    internal void Say(string text)
    {
        if (!Settings.Messages.Quiet)
        {
            Tell(() => Messages.Line(text));
        }
    }

    /// <summary>Tells the user about an outage that lasts, and about its end.</summary>
    void IProgress<S3Outage>.Report(S3Outage value)
    {
        IsServerAway = value.Failure is not null;
        bool isNews = IsServerAway
            ? !_hasToldOutage && value.Elapsed >= s_outageToldAfter
                && value.Elapsed < Settings.Request.Connection.RetryFor
            : _hasToldOutage;
        if (isNews)
        {
            _hasToldOutage = IsServerAway;
            Say(value.Failure is { } failure
                ? $"server unavailable: {S3Failure.Describe(failure)}; waiting for up to "
                    + $"{DurationText.Show(Settings.Request.Connection.RetryFor)} (--retry-for)"
                : $"server is back after {DurationText.Show(value.Elapsed)}");
        }
    }

    /// <summary>Returns whether a failure concerns only one object, so that the others can still be handled.</summary>
    internal bool IsOfOne(Exception failure) => S3Failure.IsOfOne(failure) && !Stop.IsCancellationRequested;

    public void Dispose()
    {
        Client?.Dispose();
        _signals.Dispose();
    }

    private async Task<ExitCode> RunAsync(Func<S3Session, ValueTask<ExitCode>> work)
    {
        Client = await S3Connection.OpenAsync(
            Settings.Request.Connection.For(ServerOf(Operands)), Host, outages: this, options => options with
            {
                VerifiesETags = Settings.VerifiesETags,
                UploadBufferBytesMax = TransferSetup.BufferBytes(Settings),
            }, Stop).ConfigureAwait(false);
        ExitCode code = await work(this).ConfigureAwait(false);
        return _signals.Exit ?? code;
    }

    private static S3Location ServerOf(IReadOnlyList<string> operands)
    {
        S3Location[] locations = [.. operands.Where(S3Location.Is).Select(S3Location.Parse)];
        return locations.DistinctBy(static location => location.Profile).Skip(1).Any()
            ? throw new UsageException(
                $"{locations[0].Shown()} and {locations[1].Shown()} are on different servers",
                "download first, then upload")
            : locations.FirstOrDefault();
    }

    // Erase the progress line first, so that the message starts at the beginning of the line.
    private void Tell(Action say)
    {
        lock (_telling)
        {
            _line?.Clear(Messages);
            say();
        }
    }

    private void Leave() => _line?.Clear(Messages);
}
