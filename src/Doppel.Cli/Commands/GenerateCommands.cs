using System.Text;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel generate</c>.</summary>
internal static class GenerateCommands
{
    /// <summary>Prints doppel(1), or writes all pages of the manual to a folder.</summary>
    internal static ExitCode Man(CommandCall<CommandSettings> call)
    {
        CommandHost host = call.Host;
        IEnumerable<ManPage> pages = Manual.Pages(host.Commands);
        if (call.Operands.Count == 0)
        {
            return PlainOutput.Write(host.Out, pages.First().ToString());
        }

        foreach (ManPage page in pages)
        {
            string file = Path.Combine(call.Operands[0], page.File);
            CreateFolder(Path.GetDirectoryName(file)!);
            using OutputTarget target = host.TargetOf(file);
            target.Open().Write(Encoding.UTF8.GetBytes(page.ToString()));
            target.Complete();
        }

        return ExitCode.Done;
    }

    /// <summary>Writes the completions for a shell.</summary>
    internal static ExitCode Completions(CommandCall<CommandSettings> call) => PlainOutput.Write(
        call.Host.Out,
        call.Operands[0] switch
        {
            "bash" => BashCompletion.Render(call.Host.Commands),
            "zsh" => ZshCompletion.Render(call.Host.Commands),
            "fish" => FishCompletion.Render(call.Host.Commands),
            "pwsh" => PowerShellCompletion.Render(call.Host.Commands),
            string other => throw new UsageException($"no completions for {Quote.Text(other)}", call.Command.Usage),
        });

    private static void CreateFolder(string path)
    {
        try
        {
            Directory.CreateDirectory(path);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UsageException($"cannot create {Quote.Text(path)}: {SystemText.Of(failure)}");
        }
    }
}
