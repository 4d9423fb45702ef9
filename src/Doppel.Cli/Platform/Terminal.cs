using Doppel.Cli.Options;

namespace Doppel.Cli.Platform;

/// <summary>One standard stream: where it leads and what can be shown there.</summary>
internal sealed class Terminal
{
    private const int UsualColumns = 80;

    private readonly Func<string, string?> _environment;
    private readonly int _descriptor;

    /// <summary>A stream; tests pass their own.</summary>
    internal Terminal(Stream stream, bool isTerminal, Func<string, string?> environment, int descriptor = -1)
    {
        Stream = stream;
        IsTerminal = isTerminal;
        _environment = environment;
        _descriptor = descriptor;
    }

    /// <summary>How many characters fit into a line: 80 where that is unknown.</summary>
    internal int Columns
    {
        get
        {
            if (!IsTerminal || _descriptor < 0)
            {
                return UsualColumns;
            }

            int columns = OperatingSystem.IsLinux() ? UnixNative.ColumnsOf(_descriptor) : Console.WindowWidth;
            return columns > 0 ? columns : UsualColumns;
        }
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
            return new Terminal(
                new DescriptorStream(descriptor), UnixNative.isatty(descriptor) == 1, environment, descriptor);
        }

        return descriptor == 1
            ? new Terminal(Console.OpenStandardOutput(), !Console.IsOutputRedirected, environment, descriptor)
            : new Terminal(Console.OpenStandardError(), !Console.IsErrorRedirected, environment, descriptor);
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
