using System.ComponentModel;
using System.Diagnostics;
using System.Text;

namespace Doppel.Cli;

/// <summary>Shows long text on the terminal, page by page.</summary>
internal static class Pager
{
    /// <summary>
    /// Shows text with the program in <c>PAGER</c>, or with less or more; without a terminal, or if there is no such
    /// program, prints it on standard error.
    /// </summary>
    /// <param name="host">The host.</param>
    /// <param name="parts">The text in parts, which are only produced as far as the user reads.</param>
    internal static void Show(CommandHost host, IEnumerable<string> parts)
    {
        using Process? process = host.Error.IsTerminal && !OperatingSystem.IsWindows() ? Start(host) : null;
        if (process is null)
        {
            Messages messages = host.MessagesFor(WhenToUse.Never);
            foreach (string part in parts)
            {
                messages.Raw(part);
            }

            return;
        }

        try
        {
            using var writer = new StreamWriter(process.StandardInput.BaseStream, new UTF8Encoding(false));
            foreach (string part in parts)
            {
                writer.Write(part);
            }
        }
        catch (IOException)
        {
            // The user has left the pager before the end.
        }

        process.WaitForExit();
    }

    private static Process? Start(CommandHost host)
    {
        string pager = host.Environment("PAGER") is { Length: > 0 } own ? own : "less -R 2>/dev/null || more";

        // Standard output may be a file. The terminal is on standard error.
        var start = new ProcessStartInfo("/bin/sh", ["-c", $"exec 1>&2; {pager}"]) { RedirectStandardInput = true };
        try
        {
            return Process.Start(start);
        }
        catch (Win32Exception)
        {
            return null;
        }
    }
}
