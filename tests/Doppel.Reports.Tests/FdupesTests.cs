using System.Diagnostics;
using System.Text;
using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

public sealed class FdupesTests
{
    [Fact]
    public void Every_name_is_listed_hard_links_too()
    {
        Report report = Samples.Report(Samples.Group(1, Samples.Copy("/a", "/b"), Samples.Copy("/c")));
        Assert.Equal("/a\n/b\n/c\n\n", Forms.WriteText(report, new() { Format = ReportFormat.Fdupes }));
    }

    [Theory]
    [InlineData(ReportFormat.Fdupes)]
    [InlineData(ReportFormat.Text)]
    public void With_nul_every_name_is_exact(ReportFormat format)
    {
        Report report = Samples.Report(Samples.Group(1, Samples.Copy("/a\nb"), Samples.Copy("/\u001b")));
        Assert.Equal("/a\nb\0/\u001b\0\0", Forms.WriteText(
            report, new() { Format = format, NulAfterNames = true, EscapeNames = true }));
    }

    [Theory]
    [InlineData("/a\n/b\n", 3, "middle of a group")]
    [InlineData("/a\n/b", 2, "cut off")]
    [InlineData("/a\n\n", 2, "takes two names")]
    [InlineData("\n", 1, "takes two names")]
    [InlineData("/a\n/b\n\n\n", 4, "takes two names")]
    [InlineData("12 bytes each:\n/a\n/b\n\n", 1, "fdupes -S")]
    [InlineData("1 byte each:\n/a\n/b\n\n", 1, "fdupes -S")]
    public void Broken_lists_are_refused(string text, long line, string expected)
    {
        ReportFormatException failure = Forms.Fails(text, ReportFormat.Fdupes);
        Assert.Equal(line, failure.Line);
        Assert.Contains(expected, failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_nul_in_a_list_of_lines_is_refused()
    {
        var options = new ReportReadOptions { Format = ReportFormat.Fdupes, NulAfterNames = false };
        Assert.Throws<ReportFormatException>(() => Forms.Read("/a\n/b\0c\n\n"u8.ToArray(), options));
    }

    [Fact]
    public void An_empty_list_is_a_list_of_no_groups() =>
        Assert.Empty(Forms.Read([], new ReportReadOptions { Format = ReportFormat.Fdupes }).Groups);

    [Theory]
    [InlineData("fdupes", "-q -r .", "fdupes")]
    [InlineData("jdupes", "-q -r .", "jdupes")]
    [InlineData("jdupes", "-q -r -0 .", "jdupes")]
    public void Lists_of_the_tools_that_are_installed_are_read(string tool, string arguments, string package)
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("doppel-reports-");
        try
        {
            foreach ((string name, string content) in (ReadOnlySpan<(string, string)>)[
                ("a", "1"), ("b", "1"), ("c", "22"), ("d é", "22"), ("e", "22"), ("f", "3")])
            {
                File.WriteAllText(Path.Combine(folder.FullName, name), content);
            }

            Report report = Forms.Read(Run(tool, arguments, folder.FullName, package));
            IEnumerable<string> groups = report.Groups.Select(
                g => string.Join(' ', g.Copies.Select(c => c.Names[0].ToString()).Order(StringComparer.Ordinal)));
            Assert.Equal(["./a ./b", "./c ./d é ./e"], groups.Order(StringComparer.Ordinal));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static byte[] Run(string tool, string arguments, string folder, string package)
    {
        bool installed = (Environment.GetEnvironmentVariable("PATH") ?? "")
            .Split(Path.PathSeparator).Any(p => File.Exists(Path.Combine(p, tool)));
        if (!installed)
        {
            Assert.False(Environment.GetEnvironmentVariable("CI") == "true", $"needs {tool}");
            Assert.Skip($"needs {tool}: apt install {package}");
        }

        var start = new ProcessStartInfo(tool, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            StandardOutputEncoding = Encoding.UTF8,
        };
        using Process process = Process.Start(start)!;
        using var output = new MemoryStream();
        process.StandardOutput.BaseStream.CopyTo(output);
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
        return output.ToArray();
    }
}
