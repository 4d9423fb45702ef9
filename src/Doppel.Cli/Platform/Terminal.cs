using Doppel.Cli.Options;

namespace Doppel.Cli.Platform;

/// <summary>One standard stream: where it leads and what can be shown there.</summary>
internal sealed class Terminal
{
    private readonly Func<string, string?> _environment;

    /// <summary>A stream; tests pass their own.</summary>
    internal Terminal(Stream stream, bool isTerminal, Func<string, string?> environment)
    {
        Stream = stream;
        IsTerminal = isTerminal;
        _environment = environment;
    }

    /// <summary>Where the bytes go.</summary>
    internal Stream Stream { get; }

    /// <summary>Whether a person looks at it.</summary>
    internal bool IsTerminal { get; }

    private bool IsDumb => _environment("TERM") == "dumb";

    /// <summary>Standard output (1) or standard error (2) of this process.</summary>
    internal static Terminal OfProcess(int descriptor, Func<string, string?> environment)
    {
        if (!OperatingSystem.IsWindows())
        {
            return new Terminal(new DescriptorStream(descriptor), UnixNative.isatty(descriptor) == 1, environment);
        }

        return descriptor == 1
            ? new Terminal(Console.OpenStandardOutput(), !Console.IsOutputRedirected, environment)
            : new Terminal(Console.OpenStandardError(), !Console.IsErrorRedirected, environment);
    }

    /// <summary>Whether a person can be asked: standard input and standard error are both terminals.</summary>
    internal static bool CanAsk() => OperatingSystem.IsWindows()
        ? !Console.IsInputRedirected && !Console.IsErrorRedirected
        : UnixNative.isatty(0) == 1 && UnixNative.isatty(2) == 1;

    /// <summary>Whether colours are used here.</summary>
    internal bool UsesColor(WhenToUse when) => when switch
    {
        WhenToUse.Always => true,
        WhenToUse.Never => false,
        _ => IsTerminal && !IsDumb && string.IsNullOrEmpty(_environment("NO_COLOR")),
    };

    /// <summary>Whether a line that rewrites itself is shown here.</summary>
    internal bool ShowsProgress(WhenToUse when) => when switch
    {
        WhenToUse.Always => true,
        WhenToUse.Never => false,
        _ => IsTerminal && !IsDumb,
    };
}
