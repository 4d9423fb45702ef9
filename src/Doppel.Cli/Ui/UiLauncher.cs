using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Doppel.Cli;

/// <summary>
/// Starts the program that serves the page of <c>doppel ui</c>. It is a program of its own, so that searches do not
/// carry a web server (docs/decisions/ui-executable.md).
/// </summary>
internal static class UiLauncher
{
    private const string Name = "doppel-ui";

    // Beside the executable in archives, on Windows with a runtime of its own; in other packages where systems keep
    // programs that users do not call.
    private static readonly string[] s_places = ["", "ui", "../libexec/doppel", "../lib/doppel"];

    /// <summary>Gives way to the other program, with the same options and operands.</summary>
    /// <exception cref="UsageException">The other program is missing or cannot be started.</exception>
    internal static ExitCode Run(CommandCall<UiSettings> call)
    {
        string folder = Path.GetDirectoryName(call.Host.Executable) ?? ".";
        string program = s_places
            .Select(place => Path.Combine(folder, place, OperatingSystem.IsWindows() ? Name + ".exe" : Name))
            .FirstOrDefault(File.Exists) ?? throw new UsageException(
                $"doppel ui needs the program {Name}, which was not installed with {Quote.Text(call.Host.Executable)}",
                "container images and the dotnet tool without native code do not have it: install another package");
        IReadOnlyList<string> arguments = ArgumentsOf(call);
        return OperatingSystem.IsWindows() ? RunAsChild(program, arguments) : Replace(program, arguments);
    }

    // The other program does not know doppel find, whose options a profile has, so it gets what they mean for it.
    private static IReadOnlyList<string> ArgumentsOf(CommandCall<UiSettings> call) =>
        !call.Uses.Any(static use => use.Definition == RunOptions.Profile)
            ? call.Host.Arguments
            :
            [
                .. call.Command.Words,
                .. call.Uses.Where(static use => use.Definition != RunOptions.Profile).Select(ArgumentOf),
                "--", .. call.Operands,
            ];

    private static string ArgumentOf(OptionUse use) => use switch
    {
        { Value: null } => "--" + use.Definition.Negation,
        { Definition.TakesValue: true } => $"--{use.Definition.Name}={use.Value}",
        _ => "--" + use.Definition.Name,
    };

    private static unsafe ExitCode Replace(string program, IReadOnlyList<string> arguments)
    {
        byte[][] words = [ByteText.ToBytes(program), .. arguments.Select(static one => ByteText.ToBytes(one))];
        nint* pointers = (nint*)NativeMemory.AllocZeroed((nuint)words.Length + 1, (nuint)sizeof(nint));
        for (int i = 0; i < words.Length; i++)
        {
            // Terminated with NUL. Freed by the system when the other program takes over.
            pointers[i] = (nint)NativeMemory.AllocZeroed((nuint)words[i].Length + 1);
            words[i].CopyTo(new Span<byte>((void*)pointers[i], words[i].Length));
        }

        _ = UnixNative.execv((byte*)pointers[0], pointers);
        throw CannotStart(Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError()));
    }

    private static ExitCode RunAsChild(string program, IReadOnlyList<string> arguments)
    {
        try
        {
            using Process? child = Process.Start(new ProcessStartInfo(program, arguments));
            child?.WaitForExit();
            return (ExitCode)(child?.ExitCode ?? (int)ExitCode.Failure);
        }
        catch (Win32Exception failure)
        {
            throw CannotStart(failure.Message);
        }
    }

    private static UsageException CannotStart(string why) => new($"cannot start {Name}: {why}");
}
