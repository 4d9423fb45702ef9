using System.ComponentModel;
using System.Diagnostics;
using System.Text;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>The desktop of the user who runs the program: its browser and its file manager.</summary>
internal static class Desktop
{
    // What a shell returns for it.
    private const int NoSuchProgram = 127;

    private const string AddressVariable = "DOPPEL_UI_ADDRESS";
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);

    /// <summary>Returns whether the user sits in front of it, as far as the environment tells.</summary>
    /// <param name="environment">Returns the value of a variable.</param>
    internal static bool IsHere(Func<string, string?> environment)
    {
        bool hasScreen = !OperatingSystem.IsLinux() || environment("DISPLAY") is { Length: > 0 }
            || environment("WAYLAND_DISPLAY") is { Length: > 0 };
        return hasScreen && environment("SSH_CONNECTION") is not { Length: > 0 };
    }

    /// <summary>
    /// Returns how to open a browser without the key on a command line that other users can read; null if there is no
    /// way.
    /// </summary>
    /// <param name="address">The address with the key.</param>
    /// <param name="ticketAddress">The address that helps nobody else, or null.</param>
    internal static ProcessStartInfo? BrowserOf(string address, string? ticketAddress)
    {
        if (OperatingSystem.IsWindows())
        {
            return new ProcessStartInfo(address) { UseShellExecute = true };
        }

        if (OperatingSystem.IsMacOS())
        {
            ProcessStartInfo script = Detached(
                "osascript", "-e", $"open location (system attribute \"{AddressVariable}\")");
            script.Environment[AddressVariable] = address;
            return script;
        }

        return ticketAddress is { } ticket ? Detached("xdg-open", ticket) : null;
    }

    /// <summary>Starts a program of the desktop, which goes on when this program ends.</summary>
    /// <returns>Why it could not be started, or null.</returns>
    internal static string? Start(ProcessStartInfo start)
    {
        try
        {
            using Process? started = Process.Start(start);
            if (started is null || start.ArgumentList is not ["-c", _, _, string program, ..])
            {
                return null;
            }

            started.WaitForExit();
            return started.ExitCode == NoSuchProgram ? $"{program} is not installed" : null;
        }
        catch (Win32Exception failure)
        {
            return failure.Message;
        }
    }

    /// <summary>Opens the folder of a file in the file manager, with the file selected if that is possible.</summary>
    /// <param name="path">The absolute path of the file.</param>
    /// <exception cref="RequestException">There is no file manager that can be started.</exception>
    internal static void Show(ReportName path)
    {
        string file = ByteText.FromBytes(path.Bytes);
        if (OperatingSystem.IsWindows())
        {
            // Explorer reads its command line in its own way: the quotes belong behind the comma.
            Open(new ProcessStartInfo("explorer.exe", $"/select,\"{file.Replace('/', '\\')}\""));
        }
        else if (OperatingSystem.IsMacOS())
        {
            Open(Detached("open", "-R", file));
        }
        else if (!IsSelected(path))
        {
            Open(Detached("xdg-open", AddressOf(path.Bytes[..Math.Max(1, path.Bytes.LastIndexOf((byte)'/'))])));
        }
    }

    // Asks the file manager of the session, as the freedesktop.org interface FileManager1 describes it. An address has
    // no comma, which would begin the next one, and it holds any byte that a name can have.
    private static bool IsSelected(ReportName path)
    {
        const string Interface = "org.freedesktop.FileManager1";
        try
        {
            using Process? sender = Process.Start(new ProcessStartInfo(
                "dbus-send",
                [
                    "--session", "--print-reply", "--dest=" + Interface, "/org/freedesktop/FileManager1",
                    Interface + ".ShowItems", "array:string:" + AddressOf(path.Bytes), "string:",
                ])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            });
            return sender is not null && sender.WaitForExit(s_patience) && sender.ExitCode == 0;
        }
        catch (Win32Exception)
        {
            return false;
        }
    }

    private static string AddressOf(ReadOnlySpan<byte> path)
    {
        var address = new StringBuilder("file://");
        foreach (byte one in path)
        {
            _ = char.IsAsciiLetterOrDigit((char)one) || "/-._~".Contains((char)one)
                ? address.Append((char)one)
                : address.Append('%').Append(one.ToString("X2", null));
        }

        return address.ToString();
    }

    private static void Open(ProcessStartInfo start)
    {
        if (Start(start) is { } why)
        {
            throw RequestException.Conflict($"No file manager could be started: {why}");
        }
    }

    // A browser or file manager writes long after it was started, and goes on when this program has ended. Its output
    // must not be a pipe that nobody reads any more. The shell makes it ignore Ctrl-C, too.
    private static ProcessStartInfo Detached(string program, params string[] arguments) => new(
        "/bin/sh",
        [
            "-c", $"command -v \"$1\" >/dev/null || exit {NoSuchProgram}; \"$@\" </dev/null >/dev/null 2>&1 &", "sh",
            program, .. arguments,
        ]);
}
