using Doppel.Testing.Trees;

namespace Doppel.S3.Tests.Credentials;

/// <summary>Which endpoint and region a client gets that is not told any.</summary>
public sealed class ConfiguredClientTests : IDisposable
{
    private const string Profiles = """
        [default]
        region = default-region
        endpoint_url = https://default-profile
        [profile plain]
        region = plain-region
        [profile specific]
        endpoint_url = https://specific-profile
        services = some
        [profile general]
        endpoint_url = https://general-profile
        services = others
        [profile astray]
        endpoint_url = https://astray-profile
        services = missing
        [profile ignoring]
        ignore_configured_endpoint_urls = true
        endpoint_url = https://ignoring-profile
        [services some]
        sts =
          endpoint_url = https://sts-service
        s3 =
          other = x
          endpoint_url = https://s3-service # nearest
        [services others]
        endpoint_url = https://no-service
        sts =
          endpoint_url = https://sts-service
        """;

    private readonly TempTree _tree = new();

    public void Dispose() => _tree.Dispose();

    [Theory]
    [InlineData("", "https://default-profile")]
    [InlineData("AWS_PROFILE=plain", S3ClientOptions.AmazonEndpoint)]
    [InlineData("AWS_PROFILE=gone", S3ClientOptions.AmazonEndpoint)]
    [InlineData("AWS_PROFILE=specific", "https://s3-service")]
    [InlineData("AWS_PROFILE=general", "https://general-profile")]
    [InlineData("AWS_PROFILE=astray", "https://astray-profile")]
    [InlineData("AWS_PROFILE=ignoring", S3ClientOptions.AmazonEndpoint)]
    [InlineData("AWS_PROFILE=specific AWS_ENDPOINT_URL=https://all", "https://all")]
    [InlineData("AWS_PROFILE=specific AWS_ENDPOINT_URL=", "https://s3-service")]
    [InlineData("AWS_ENDPOINT_URL_STS=https://sts", "https://default-profile")]
    [InlineData("AWS_ENDPOINT_URL=https://all AWS_ENDPOINT_URL_S3=https://s3", "https://s3")]
    [InlineData("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS=false", "https://default-profile")]
    [InlineData("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS=true", S3ClientOptions.AmazonEndpoint)]
    [InlineData(
        "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS=True AWS_ENDPOINT_URL_S3=https://s3", S3ClientOptions.AmazonEndpoint)]
    public async Task The_endpoint_is_the_nearest_that_is_configured(string variables, string expected)
    {
        Write("config", Profiles);
        S3CredentialsOptions where = Where(variables.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        Assert.Equal(expected, (await FindAsync(where)).Endpoint);
        Assert.Equal("https://told", (await FindAsync(where with { Endpoint = "https://told" })).Endpoint);
    }

    [Fact]
    public async Task The_endpoint_is_that_of_the_selected_profile()
    {
        Write("config", Profiles);
        S3CredentialsOptions where = Where("AWS_PROFILE=plain") with { Profile = "specific" };
        Assert.Equal("https://s3-service", (await FindAsync(where)).Endpoint);
    }

    [Fact]
    public async Task The_region_is_the_nearest_that_is_configured()
    {
        Write("config", Profiles);
        Assert.Equal("default-region", await Region(Where()));
        Assert.Equal("plain-region", await Region(Where("AWS_PROFILE=plain")));
        Assert.Equal("plain-region", await Region(Where() with { Profile = "plain" }));
        Assert.Equal("us-east-1", await Region(Where("AWS_PROFILE=gone")));
        Assert.Equal("b", await Region(Where("AWS_DEFAULT_REGION=b")));
        Assert.Equal("a", await Region(Where("AWS_REGION=a", "AWS_DEFAULT_REGION=b")));
        Assert.Equal("told", await Region(Where("AWS_REGION=a") with { Region = "told" }));
        Assert.Equal("us-east-1", await Region(Sample.Options()));

        static async Task<string> Region(S3CredentialsOptions where) => (await FindAsync(where)).Region;
    }

    [Fact]
    public async Task Services_are_sections_of_the_config_file_only()
    {
        Write("config", "[default]\nservices = some\n");
        Write("credentials", "[services some]\ns3 =\n  endpoint_url = https://credentials\n");
        Assert.Equal(S3ClientOptions.AmazonEndpoint, (await FindAsync(Where())).Endpoint);
    }

    [Fact]
    public async Task Files_are_read_only_for_what_is_not_specified_elsewhere()
    {
        Write("config", "no section");
        await FindAsync(Where("AWS_REGION=a", "AWS_ENDPOINT_URL=https://all"));
        await FindAsync(Where("AWS_REGION=a", "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS=true"));
        await FindAsync(Where() with { Region = "a", Endpoint = "https://told" });
        await Assert.ThrowsAsync<S3CredentialsException>(() => FindAsync(Where("AWS_REGION=a")));
        await Assert.ThrowsAsync<S3CredentialsException>(() => FindAsync(Where("AWS_ENDPOINT_URL=https://all")));
        await Assert.ThrowsAsync<ArgumentException>(() => FindAsync(Where() with { Profile = "" }));
    }

    [Fact]
    public async Task A_client_has_the_endpoint_the_region_the_credentials_and_the_clock()
    {
        Write("config", Profiles);
        using S3Client client = await S3Client.CreateDefaultAsync(
            Where($"AWS_ACCESS_KEY_ID={Sample.Id}", "AWS_SECRET_ACCESS_KEY=s"), TestContext.Current.CancellationToken);
        string link = await client.PresignGetAsync(
            "photos", "lake.jpg", TimeSpan.FromHours(1), TestContext.Current.CancellationToken);
        Assert.StartsWith("https://default-profile/photos/lake.jpg?", link);
        Assert.Contains($"X-Amz-Credential={Sample.Id}%2F20240101%2Fdefault-region%2Fs3%2F", link);
        await Assert.ThrowsAsync<ArgumentException>(async () => await S3Client.CreateDefaultAsync(
            Where() with { Endpoint = "no address" }, TestContext.Current.CancellationToken));
    }

    private static async Task<S3ClientOptions> FindAsync(S3CredentialsOptions where) =>
        await S3Client.FindOptionsAsync(where, TestContext.Current.CancellationToken);

    private S3CredentialsOptions Where(params string[] variables) =>
        Sample.Options([.. variables, "HOME=" + _tree.Folder]);

    private void Write(string name, string text)
    {
        Directory.CreateDirectory(Path.Combine(_tree.Folder, ".aws"));
        File.WriteAllText(Path.Combine(_tree.Folder, ".aws", name), text);
    }
}
