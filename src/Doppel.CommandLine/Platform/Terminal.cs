using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;

namespace Doppel.CommandLine;

/// <summary>A standard stream of the process, and what can be displayed on it.</summary>
internal sealed class Terminal
{
    private const int UsualColumns = 80;
    private const int LineBytesMax = 4096; // the limit of terminals

    private readonly Func<string, string?> _environment;
    private readonly int _descriptor;

    /// <summary>Initializes a new instance. Tests pass their own streams.</summary>
    internal Terminal(Stream stream, bool isTerminal, Func<string, string?> environment, int descriptor = -1)
    {
        Stream = stream;
        IsTerminal = isTerminal;
        _environment = environment;
        _descriptor = descriptor;
    }

    /// <summary>
    /// Gets the number of columns: that of the terminal, or if there is none, <c>COLUMNS</c>; 80 if both are unknown.
    /// </summary>
    internal int Columns
    {
        get
        {
            int columns = IsTerminal && _descriptor >= 0 ? ColumnsOfSystem() : 0;
            if (columns > 0)
            {
                return columns;
            }

            return int.TryParse(
                _environment("COLUMNS"), NumberStyles.None, CultureInfo.InvariantCulture, out int given) && given > 0
                ? given
                : UsualColumns;
        }
    }

    /// <summary>Gets the stream to write to.</summary>
    internal Stream Stream { get; }

    /// <summary>Gets whether the stream is a terminal.</summary>
    internal bool IsTerminal { get; }

    // Without TERM nothing is known about the terminal. Windows does not set it.
    private bool IsDumb => _environment("TERM") is var term
        && (term == "dumb" || (string.IsNullOrEmpty(term) && !OperatingSystem.IsWindows()));

    /// <summary>Returns standard output (1) or standard error (2) of this process.</summary>
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

    /// <summary>
    /// Returns whether the program can ask the user: standard input and standard error are both terminals.
    /// </summary>
    internal static bool CanAsk() => OperatingSystem.IsWindows()
        ? !Console.IsInputRedirected && !Console.IsErrorRedirected
        : UnixNative.isatty(0) == 1 && UnixNative.isatty(2) == 1;

    /// <summary>Reads the line that the user enters on standard input; null at its end.</summary>
    /// <remarks>
    /// Console.ReadLine changes the mode of the terminal, which would stay changed if a signal ended the process.
    /// </remarks>
    internal static unsafe string? ReadLine()
    {
        if (OperatingSystem.IsWindows())
        {
            return Console.ReadLine();
        }

        var line = new List<byte>();
        byte letter;
        while (line.Count < LineBytesMax)
        {
            nint read = UnixNative.read(0, &letter, 1);
            if (read < 0 && Marshal.GetLastPInvokeError() == UnixNative.EINTR)
            {
                continue;
            }

            if (read <= 0 || letter == (byte)'\n')
            {
                return read <= 0 && line.Count == 0 ? null : Encoding.UTF8.GetString([.. line]);
            }

            line.Add(letter);
        }

        return Encoding.UTF8.GetString([.. line]);
    }

    /// <summary>Returns whether to use colors on this stream.</summary>
    internal bool UsesColor(WhenToUse when) => when switch
    {
        WhenToUse.Always => true,
        WhenToUse.Never => false,
        _ => IsTerminal && !IsDumb && string.IsNullOrEmpty(_environment("NO_COLOR")),
    };

    /// <summary>Returns whether to show a live progress line on this stream.</summary>
    internal bool ShowsProgress(WhenToUse when) => when switch
    {
        WhenToUse.Always => true,
        WhenToUse.Never => false,
        _ => IsTerminal && !IsDumb,
    };

    private int ColumnsOfSystem() =>
        OperatingSystem.IsLinux() ? UnixNative.ColumnsOf(_descriptor) : Console.WindowWidth;
}
