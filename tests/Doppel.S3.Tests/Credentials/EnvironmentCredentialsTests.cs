namespace Doppel.S3.Tests.Credentials;

public sealed class EnvironmentCredentialsTests
{
    [Fact]
    public async Task Key_and_token_are_read_from_the_given_environment()
    {
        IS3CredentialsProvider provider = S3CredentialsProvider.FromEnvironment(Sample.Options(
            "AWS_ACCESS_KEY_ID=" + Sample.Id, "AWS_SECRET_ACCESS_KEY=" + Sample.Secret,
            "AWS_SESSION_TOKEN=" + Sample.Token));
        Assert.Equal(Sample.Lent with { Expiration = null }, await provider.GetAsync());
        Assert.Equal("environment", provider.ToString());
    }

    [Fact]
    public async Task Nothing_or_empty_is_not_configured_and_a_half_is_wrong()
    {
        Assert.True((await Of().FailureAsync()).IsNotConfigured);
        Assert.True((await Of("AWS_ACCESS_KEY_ID=", "AWS_SECRET_ACCESS_KEY=").FailureAsync()).IsNotConfigured);
        S3CredentialsException half = await Of("AWS_ACCESS_KEY_ID=AKIA").FailureAsync();
        Assert.False(half.IsNotConfigured);
        Assert.Equal(
            "environment: AWS_ACCESS_KEY_ID is set and AWS_SECRET_ACCESS_KEY is not."
                + " Set both, or neither to use something else.",
            half.Message);
        half = await Of("AWS_SECRET_ACCESS_KEY=s3cr3t").FailureAsync();
        Assert.DoesNotContain("s3cr3t", half.ToString());
    }

    [Theory]
    [InlineData("AK IA", "s", null), InlineData("AKIA", "s\n", null), InlineData("AKIA", "s", "t\r\nx: y")]
    [InlineData("AK/IA", "s", null), InlineData("AKIA", "é", null), InlineData("AKIA", "s", "t t")]
    public async Task Values_that_no_key_has_are_refused_before_they_break_a_request(
        string id, string secret, string? token)
    {
        S3CredentialsException failure = await Of(
            "AWS_ACCESS_KEY_ID=" + id, "AWS_SECRET_ACCESS_KEY=" + secret, "AWS_SESSION_TOKEN=" + token).FailureAsync();
        Assert.Contains("is missing or contains", failure.Message);
    }

    [Fact]
    public void The_text_of_credentials_shows_the_id_alone() =>
        Assert.Equal("S3Credentials { AccessKeyId = AKIASAMPLE }", Sample.Lent.ToString());

    private static IS3CredentialsProvider Of(params string[] variables) =>
        S3CredentialsProvider.FromEnvironment(Sample.Options(variables));
}
