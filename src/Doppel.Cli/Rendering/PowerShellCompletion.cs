using System.Text;

namespace Doppel.Cli;

/// <summary>Generates completions for PowerShell.</summary>
internal static class PowerShellCompletion
{
    private const string Head = """
        # Completions of doppel for PowerShell, written by "doppel generate completions pwsh".
        Register-ArgumentCompleter -Native -CommandName doppel -ScriptBlock {
            param($wordToComplete, $commandAst, $cursorPosition)
            $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
            if ($wordToComplete -ne '' -and $words.Count -gt 0) {
                $words = @($words | Select-Object -SkipLast 1)
            }
            function Offer($text, $tip) {
                [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $tip)
            }
            $offers = @(
                $line = ($words -join ' ') + ' '

        """;

    private const string Tail = """
            )
            $offers | Where-Object { $_.CompletionText.StartsWith($wordToComplete, [System.StringComparison]::Ordinal) }
        }

        """;

    /// <summary>Returns the script.</summary>
    internal static string Render(CommandTable table)
    {
        var script = new StringBuilder(Head);
        script.Line("        switch -Regex ($line) {").Line("            '^ $' {");
        foreach (IGrouping<string, CommandDefinition> family in table.Families)
        {
            AppendOffer(script, family.Key, HelpText.SummaryOf(family));
        }

        AppendOptions(script, HelpOptions.All);
        AppendEnd(script);
        foreach (IGrouping<string, CommandDefinition> family in table.Families)
        {
            AppendFamily(script, family);
        }

        return script.Line("        }").Append(Tail).ToString();
    }

    private static void AppendFamily(StringBuilder script, IGrouping<string, CommandDefinition> family)
    {
        if (family.First().Words.Count > 1)
        {
            script.Line($"            '^{family.Key} $' {{");
            foreach (CommandDefinition command in family)
            {
                AppendOffer(script, command.Words[1], command.Summary);
            }

            AppendEnd(script);
        }

        foreach (CommandDefinition command in family)
        {
            AppendCommand(script, command);
        }
    }

    private static void AppendCommand(StringBuilder script, CommandDefinition command)
    {
        foreach (OptionDefinition option in command.Options.Where(o => o.Completion == ValueCompletion.Choices))
        {
            script.Line($"            '^{command.Name} (.* )?--{option.Name} $' {{");
            foreach (string choice in option.Choices)
            {
                AppendOffer(script, choice, option.Summary);
            }

            AppendEnd(script);
        }

        script.Line($"            '^{command.Name} ' {{");
        foreach (string choice in command.OperandChoices)
        {
            AppendOffer(script, choice, command.Summary);
        }

        AppendOptions(script, command.AllOptions);
        AppendEnd(script);
    }

    private static void AppendOptions(StringBuilder script, IEnumerable<OptionDefinition> options)
    {
        foreach (OptionDefinition option in options)
        {
            AppendOffer(script, "--" + option.Name, option.Summary);
            if (option.Short != '\0')
            {
                AppendOffer(script, "-" + option.Short, option.Summary);
            }

            if (option.Negation is not null)
            {
                AppendOffer(script, "--" + option.Negation, "Undo --" + option.Name);
            }
        }
    }

    private static void AppendOffer(StringBuilder script, string text, string tip) =>
        script.Line($"                Offer '{text}' '{tip.Replace("'", "''", StringComparison.Ordinal)}'");

    private static void AppendEnd(StringBuilder script) => script.Line("                break").Line("            }");
}
