namespace Doppel.EndToEnd;

/// <summary>A region is checked wherever it comes from, before anything is sent.</summary>
public sealed class S3RegionTests
{
    [Theory]
    [InlineData("--region", "--region: ")]
    [InlineData("AWS_REGION", "$AWS_REGION: ")]
    [InlineData("AWS_DEFAULT_REGION", "$AWS_DEFAULT_REGION: ")]
    [InlineData("config", "region in '{0}/config': ")]
    public void A_region_that_cannot_be_one_is_refused_with_its_source(string source, string shown)
    {
        using var home = new TempTree();
        foreach (string region in (string[])["evil.example.org/x", "a b", "x\e[31m", "ümlaut", new string('r', 64)])
        {
            home.AddFile("config", source == "config" ? $"[default]\nregion = {region}\n" : "");
            ProcessStart start = DoppelProgram.Start(
                ["s3", "ls", .. source == "--region" ? (ByteName[])["--region", region] : [], "s3://bucket"]);
            var environment = new Dictionary<string, string?>(start.Environment)
            {
                ["HOME"] = home.Folder,
                ["AWS_CONFIG_FILE"] = $"{home["config"]}",
                ["AWS_ENDPOINT_URL"] = "http://127.0.0.1:9",
                ["AWS_ACCESS_KEY_ID"] = "id",
                ["AWS_SECRET_ACCESS_KEY"] = "secret",
                ["AWS_REGION"] = null,
                ["AWS_DEFAULT_REGION"] = null,
                ["AWS_PROFILE"] = null,
            };
            if (source.StartsWith("AWS", StringComparison.Ordinal))
            {
                environment[source] = region;
            }

            ProcessEnd end = Tool.Run(start with { Environment = environment });
            Assert.Equal((2, ""), (end.ExitCode, end.OutputText));
            Assert.StartsWith($"doppel: {string.Format(null, shown, home.Folder)}'", end.ErrorText);
            Assert.Contains("' is not a region\nhint: ", end.ErrorText);
            Assert.DoesNotContain("\e", end.ErrorText);
            home.Remove("config");
        }
    }
}
